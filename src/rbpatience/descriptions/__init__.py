"""Games as files say them: what a file may say, how one is read, what is wrong with one."""

"""What asv builds and times of every commit (asv.conf.json)."""

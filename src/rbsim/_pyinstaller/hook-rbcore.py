"""The files that PyInstaller packs of rbcore."""

from rbsim._pyinstaller import contents

hiddenimports, binaries, datas = contents("rbcore")

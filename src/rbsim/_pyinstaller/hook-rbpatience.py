"""The files that PyInstaller packs of rbpatience."""

from rbsim._pyinstaller import contents

hiddenimports, binaries, datas = contents("rbpatience")

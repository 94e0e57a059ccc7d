"""`pip install .`: setuptools has CMake build the compiled part, in the folder that `./dev python` builds in, too."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, extension: Extension) -> None:
        build = ROOT / "build" / "release"
        python = os.path.realpath(sys.executable)  # of a virtual environment: the interpreter that outlives it
        words = shlex.split(os.environ.get("CMAKE_ARGS", ""))
        subprocess.check_call(["cmake", "--preset", "python", f"-DPython_EXECUTABLE={python}", *words], cwd=ROOT)
        subprocess.check_call(["cmake", "--build", str(build), "--target", "grundy_python"])
        place = Path(self.get_ext_fullpath(extension.name))
        place.parent.mkdir(parents=True, exist_ok=True)
        (built,) = (build / "python" / "grundy").glob("_core*.so")
        shutil.copyfile(built, place)


setup(ext_modules=[Extension("grundy._core", [])], cmdclass={"build_ext": CMakeBuild})

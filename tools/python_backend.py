"""The build backend of `pip install .`: that of setuptools, with the packages that Debian has, so
that no network is
needed: pip's isolated environments are empty."""

import sys

DEBIAN = "/usr/lib/python3/dist-packages"
if DEBIAN not in sys.path:
    sys.path.append(DEBIAN)
try:
    import skbuild  # noqa: F401
except ImportError:
    sys.exit("grundy is built by scikit-build: apt install python3-skbuild python3-setuptools python3-wheel")

from setuptools.build_meta import *  # noqa: E402, F401, F403


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel

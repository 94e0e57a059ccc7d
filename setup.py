"""`pip install .`: scikit-build has CMake build the compiled part (app/python/wheel)."""

from skbuild import setup

setup(
    packages=["grundy"],
    package_dir={"": "app/python"},
    package_data={"grundy": ["py.typed", "*.pyi"]},
    cmake_source_dir="app/python/wheel",
    cmake_install_dir="app/python/grundy",
)

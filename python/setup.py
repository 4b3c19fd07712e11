"""Builds in a temporary directory, so that pip leaves nothing beside the sources."""

import tempfile

from setuptools import setup

with tempfile.TemporaryDirectory() as build:
    setup(options={"build": {"build_base": build}, "egg_info": {"egg_base": build}})

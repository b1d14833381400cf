"""Certify differential-privacy mechanisms in exact rational arithmetic."""

__version__ = "0.1.0"

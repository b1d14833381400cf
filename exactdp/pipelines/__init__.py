"""Whole algorithms put together from private stages, with the exact level of the whole."""

"""Settings of all tests: properties have no deadline, for the machine may be busy."""

from hypothesis import settings

settings.register_profile("exact", deadline=None)
settings.load_profile("exact")

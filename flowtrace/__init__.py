"""flowtrace: a static analyzer for the seam between the parts of an inference engine."""

__version__ = "0.1.0"

"""Values, paths and traces: what the source does, evaluated under assumptions and never run."""

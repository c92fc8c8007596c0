"""One file per probe: a request's parameters in, observations out."""

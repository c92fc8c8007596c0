"""A draft checkpoint and the configs around it: read without weights, judged, and corrected in a copy."""

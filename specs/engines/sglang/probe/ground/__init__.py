"""What the probes stand on: replacements for what this machine lacks, small models, and the words of an
answer.
"""

"""What all workers of the samples begin with."""


class WorkerBase:
    def __init__(self, args, target, draft_runner):
        self.scheme = args.scheme
        self.target = target
        self.draft_runner = draft_runner

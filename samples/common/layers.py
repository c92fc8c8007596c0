"""The parts that the models of the samples are built from."""

import torch
from torch import nn


class Linear(nn.Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = nn.Parameter(torch.empty(out_features, in_features))

    def forward(self, states):
        return states @ self.weight.t()


class Embedding(nn.Module):
    def __init__(self, rows, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(rows, columns))

    def forward(self, ids):
        return self.weight[ids]


class Head(nn.Module):
    def __init__(self, rows, columns):
        super().__init__()
        self.rows = rows
        self.weight = nn.Parameter(torch.empty(rows, columns))


class Norm(nn.Module):
    """Returns the normed states and the states before it."""

    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, states, residual=None):
        before = states if residual is None else states + residual
        return before * self.weight, before


class Block(nn.Module):
    def __init__(self, config, index=0):
        super().__init__()
        self.index = index
        self.qkv = Linear(config.hidden_size, 3 * config.hidden_size)
        self.out = Linear(3 * config.hidden_size, config.hidden_size)

    def forward(self, positions, states, residual):
        residual = states if residual is None else states + residual
        return self.out(self.qkv(residual)), residual


def make_layers(count, build):
    return nn.ModuleList([build(index) for index in range(count)])


def merged_forward(input_ids, positions, batch, language_model, images=None):
    """Puts images between the words and runs the language model on both."""
    if images is not None:
        input_ids = torch.where(input_ids < 0, images, input_ids)
    return language_model(input_ids, positions, batch)

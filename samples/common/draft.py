"""A draft model that keeps its contract; registered, whole or in part, by the samples that need one."""

import copy
import logging

import torch
from torch import nn

from toy.layers import Block, Embedding, Head, Linear, Norm
from toy.logits import Logits

log = logging.getLogger(__name__)


def aux_count(config):
    nested = getattr(config, "eagle_config", None) or {}
    ids = nested.get("eagle_aux_hidden_state_layer_ids")
    if not ids:
        ids = getattr(config, "eagle_aux_hidden_state_layer_ids", None)
    return len(ids) if ids else 3


def target_width(config):
    return getattr(config, "target_hidden_size", None) or config.hidden_size


class DraftModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed_tokens = Embedding(config.vocab_size, config.hidden_size)
        self.fc = Linear(aux_count(config) * target_width(config), config.hidden_size)
        self.block = Block(config)
        self.norm = Norm(config.hidden_size)

    def forward(self, input_ids, positions, batch):
        embeds = self.embed_tokens(input_ids)
        states = batch.hints.hidden_states
        if states.shape[-1] != embeds.shape[-1]:
            states = self.fc(states)
        if states.shape[0] == 0:
            return states, [states]
        states, residual = self.block(positions, embeds, states)
        normed, before = self.norm(states, residual)
        return normed, [before]


class Draft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.model = DraftModel(config)
        self.borrows_head = False
        if config.tie_word_embeddings:
            self.lm_head = self.model.embed_tokens
        else:
            if config.draft_vocab_size is None:
                self.borrows_head = True
                config.draft_vocab_size = config.vocab_size
            self.lm_head = Head(config.draft_vocab_size, config.hidden_size)
        sized = copy.deepcopy(config)
        sized.vocab_size = sized.draft_vocab_size
        self.logits = Logits(sized)
        self.capture_aux_hidden_states = True
        self.token_map = None

    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch)
        return self.logits(input_ids, states, self.lm_head, batch, aux)

    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            if name == "t2d":
                continue
            if name == "d2t":
                self.token_map = tensor + torch.arange(tensor.shape[0])
                continue
            own = name if name in parameters else f"model.{name}"
            if own in parameters:
                parameters[own].data.copy_(tensor)
            else:
                log.warning("nothing takes the tensor %s", name)

    def take_embed(self, embed):
        if target_width(self.config) != self.config.hidden_size:
            return
        del self.model.embed_tokens.weight
        self.model.embed_tokens.weight = embed

    def take_embed_and_head(self, embed, head):
        del self.model.embed_tokens.weight
        del self.lm_head.weight
        self.model.embed_tokens.weight = embed
        self.lm_head.weight = head

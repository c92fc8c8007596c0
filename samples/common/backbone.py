"""A target model that keeps what enters its watched layers; registered by the samples that need one."""

from torch import nn

from toy.layers import Block, Embedding, Head, Norm, make_layers
from toy.logits import Logits


class Backbone(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed_tokens = Embedding(config.vocab_size, config.hidden_size)
        self.layers = make_layers(config.num_hidden_layers, lambda index: Block(config, index))
        self.norm = Norm(config.hidden_size)
        self.watched = []

    def forward(self, input_ids, positions, batch):
        states = self.embed_tokens(input_ids)
        residual = None
        aux = []
        for index in range(len(self.layers)):
            if index in self.watched:
                aux.append(states if residual is None else states + residual)
            states, residual = self.layers[index](positions, states, residual)
        if len(self.layers) in self.watched:
            aux.append(states + residual)
        states, _ = self.norm(states, residual)
        if len(aux) == 0:
            return states
        return states, aux


class CausalModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.model = Backbone(config)
        self.lm_head = Head(config.vocab_size, config.hidden_size)
        self.logits = Logits(config)
        self.capture_aux_hidden_states = False

    def forward(self, input_ids, positions, batch):
        states = self.model(input_ids, positions, batch)
        aux = None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self.logits(input_ids, states, self.lm_head, batch, aux)

    def watch_layers(self, layer_ids=None):
        self.capture_aux_hidden_states = True
        if layer_ids is None:
            count = self.config.num_hidden_layers
            self.model.watched = [2, count // 2, count - 3]
        else:
            self.model.watched = [each + 1 for each in layer_ids]

    def embed_and_head(self):
        return self.model.embed_tokens.weight, self.lm_head.weight

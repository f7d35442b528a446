#!/usr/bin/env python3
"""Prints the values pinned in tests/deal_numbers.rs and tests/streams.rs.

Written from docs/formats.md and from the papers that src/engine/seed.rs names, not from the
program's output: deals by listing all subsets in colex order, generators by big integers cut to
their width. Needs Python 3.10, nothing else; takes a few seconds.
"""
from itertools import combinations
from math import comb

# ---- Deals (docs/formats.md) ---------------------------------------------------------------

TILES = [f"{a}{b}" for a in range(7) for b in range(a + 1)]
SIZES = [28, 23, 18, 13, 8]
COLEX = {n: sorted(combinations(range(n), 5), key=lambda s: s[::-1]) for n in SIZES}
DEALS = 1
for n in SIZES:
    DEALS *= comb(n, 5)


def hands(deal):
    ranks = []
    for n in reversed(SIZES):
        deal, rank = divmod(deal, comb(n, 5))
        ranks.insert(0, rank)
    left, dealt = list(TILES), []
    for n, rank in zip(SIZES, ranks):
        dealt.append([left[c] for c in COLEX[n][rank]])
        left = [tile for tile in left if tile not in dealt[-1]]
    return [" ".join(reversed(hand)) for hand in dealt + [left]]


# ---- Generators (SplitMix64's finaliser, PCG XSL-RR 128/64, hash-prospector) -----------------

M32, M64, M128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
STEP = 0x9E3779B97F4A7C15


def scramble(z):
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & M64
    return z ^ z >> 31


def child(node, *ids):
    for i in ids:
        node = scramble((node + STEP & M64) ^ scramble(i + STEP & M64))
    return node


class Pcg:
    def __init__(self, node):
        w = [scramble(node + STEP * n & M64) for n in (1, 2, 3, 4)]
        self.inc = ((w[2] << 64 | w[3]) << 1 | 1) & M128
        self.state = (w[0] << 64 | w[1]) + self.inc & M128
        self.step()

    def step(self):
        self.state = self.state * 0x2360ED051FC65DA44385DF649FCCF645 + self.inc & M128

    def word(self):
        self.step()
        bits, turn = (self.state >> 64 ^ self.state) & M64, self.state >> 122
        return (bits >> turn | bits << (64 - turn)) & M64

    def below(self, n, bits=64):
        while True:
            product = self.word() * n
            if product & (1 << bits) - 1 >= (1 << bits) % n:
                return product >> bits

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


class Stream:
    def __init__(self, low, high):
        self.low, self.high, self.counter = low, high, 0

    def next_word(self):
        w = (self.counter * STEP & M32) ^ self.low
        self.counter += 1
        w = (w ^ w >> 16) * 0x21F0AAAD & M32
        w = ((w ^ w >> 15) + self.high & M32) * 0x735A2D97 & M32
        w = (w ^ w >> 15) * 0x846CA68B & M32
        return w ^ w >> 16

    def below(self, n):
        while True:
            product = (self.next_word() >> 16) * n
            if product & 0xFFFF >= 0x10000 % n:
                return product >> 16

    def node(self):
        return self.high << 32 | self.low


def halves(node):
    return Stream(node & M32, node >> 32)


def branch(seed, purpose, *ids):
    return child(scramble(seed), purpose, *ids)


def decision(seed, block, rotation, election, round_, ply, seat):
    node = branch(seed, 2, block, rotation, election, round_)
    low = node & M32 ^ ply * 0x85EBCA6B & M32
    return Stream(low, node >> 32 ^ (ply * 8 + seat + 1) * 0xC2B2AE35 & M32)


def draws(n, draw, *args):
    return [draw(*args) for _ in range(n)]


if __name__ == "__main__":
    between = [scramble(i) % DEALS for i in range(1, 11)]
    for deal in [0, *sorted(between), DEALS - 1]:
        print(deal, hands(deal))
    print("new", [hex(w) for w in draws(4, halves(scramble(7 + STEP)).next_word)])
    print("key max", [hex(w) for w in draws(2, halves(scramble(M64 + STEP & M64)).next_word)])
    for n in [1, 2, 3, 5, 6, 49_152, 65_535, 65_536]:
        print("stream below", n, draws(8, halves(scramble(n + STEP)).below, n))
    for path in [(1, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 1, 0),
                 (1, 2, 3, 4, 5, 6, 1), (M64, M64, 4, 9, 9999, 100, 4)]:
        print("decision", path, [hex(w) for w in draws(2, decision(*path).next_word)])
    parent = halves(scramble(7 + STEP))
    print("generator", [hex(w) for w in draws(3, Pcg(child(parent.node(), 0)).word)])
    for n in [1, 6, 1000, 3 << 62, M64]:
        print("random below", n, draws(4, Pcg(child(parent.node(), 0)).below, n))
    print("shuffle", Pcg(child(parent.node(), 0)).shuffle(list(range(10))))
    print("schedule", [hex(w) for w in draws(2, Pcg(branch(1, 3, 5)).word)])
    print("tuner", [hex(w) for w in draws(2, Pcg(branch(1, 13, 5)).word)], hex(branch(1, 14, 5)))
    print("seating", [hex(w) for w in draws(2, Pcg(branch(1, 4, 5)).word)])
    for path in [(0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1),
                 (M64, M64, 4_294_967_295, 4_294_967_295)]:
        seed, *ids = path
        print("deal", path, Pcg(branch(seed, 1, *ids)).below(DEALS))

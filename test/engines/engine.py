"""Compiles JSON Schemas with llguidance, a line of JSON in and one out: which texts the grammar takes, and random ones by it."""

import json
import random
import sys

from llguidance import LLMatcher, LLTokenizer

tokenizer = LLTokenizer("byte")
LONGEST = 3000


def answer(task):
    grammar = LLMatcher.grammar_from_json_schema(json.dumps(task["schema"]))
    error = LLMatcher.validate_grammar(grammar, tokenizer)
    if error:
        return {"error": error}
    accepted = [takes(grammar, text) for text in task["texts"]]
    seed = random.Random(task["id"])
    walks = [walk(grammar, seed) for _ in range(task["walks"])]
    return {"accepted": accepted, "walks": [each for each in walks if each is not None]}


def takes(grammar, text):
    matcher = LLMatcher(tokenizer, grammar)
    data = list(text.encode())
    return matcher.try_consume_tokens(data) == len(data) and matcher.is_accepting()


def walk(grammar, seed):
    """A text by the grammar, chosen byte by byte; None where it would not end."""
    matcher = LLMatcher(tokenizer, grammar)
    data = bytearray()
    while len(data) < LONGEST:
        allowed = [token for token, bias in enumerate(matcher.compute_logit_bias()) if bias]
        if not allowed or matcher.is_error():
            return None
        token = choose(allowed, seed, len(data))
        if token == tokenizer.eos_token:
            return data.decode(errors="replace")
        matcher.consume_token(token)
        if token < 256:
            data.append(token)
        if matcher.is_stopped():
            return data.decode(errors="replace")
    return None


def choose(allowed, seed, length):
    """What ends a value is chosen more often than its share, and the more so the longer the text is."""
    if tokenizer.eos_token in allowed:
        return tokenizer.eos_token
    ends = [token for token in allowed if token in b'"]}']
    if ends and seed.random() < 0.2 + length / 1000:
        return seed.choice(ends)
    # Texts of letters, digits and signs: bytes beyond ASCII would have to come in the right order.
    plain = [token for token in allowed if 32 <= token < 127 and token not in b" \\"]
    return seed.choice(plain or allowed)


for line in sys.stdin:
    task = json.loads(line)
    print(json.dumps({"id": task["id"], **answer(task)}), flush=True)

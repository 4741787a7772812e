"""Writes a language model that has learnt nothing, small enough to be made on the spot: `python model.py FILE`.

Its tokens are bytes, so that it can read any text, and its next token depends on the last one alone. What it says is noise of
printable ASCII, but where the server holds it to a tool's schema noise becomes a right call. It begins a call where tools are
offered and the last message is no result, and begins a second one now and then.
"""

import sys

import gguf
import numpy as np

SIZE = 32
CONTROL = ["<s>", "</s>"]
MARKS = ["<tool_call>", "</tool_call>"]
TOKENS = ["<unk>", *CONTROL, *MARKS] + [f"<0x{byte:02X}>" for byte in range(256)]
TYPES = (
    [gguf.TokenType.UNKNOWN]
    + [gguf.TokenType.CONTROL] * len(CONTROL)
    + [gguf.TokenType.USER_DEFINED] * len(MARKS)
    + [gguf.TokenType.BYTE] * 256
)

# Calls are written as many open models write them.
TEMPLATE = r"""
{%- if tools %}
{{- "<|im_start|>system\nYou may call these tools:\n" }}
{%- for tool in tools %}
{{- tool | tojson }}
{{- "\n" }}
{%- endfor %}
{{- "<|im_end|>\n" }}
{%- endif %}
{%- for message in messages %}
{{- "<|im_start|>" + message.role + "\n" }}
{%- if message.content %}
{{- message.content }}
{%- endif %}
{%- if message.tool_calls %}
{%- for call in message.tool_calls %}
{{- "<tool_call>{\"name\": \"" + call.function.name + "\", \"arguments\": " }}
{{- call.function.arguments | tojson }}
{{- "}</tool_call>" }}
{%- endfor %}
{%- endif %}
{{- "<|im_end|>\n" }}
{%- endfor %}
{%- if add_generation_prompt %}
{{- "<|im_start|>assistant" + ("\n" if tools and messages[-1].role != "tool" else "\t") }}
{%- endif %}
"""


def token(text):
    return TOKENS.index(text)


def byte(character):
    return token(f"<0x{ord(character):02X}>")


# What is likely, or not, after a few tokens.
AFTER = [
    (byte("\n"), {token("<tool_call>"): 12}),
    # A response that is nothing but a space, llama.cpp trims to nothing.
    (byte("\t"), {token("</s>"): -12, byte(" "): -12}),
    (byte("}"), {token("</tool_call>"): 12}),
    # Half a surrogate pair, which noise would make of `\\u`, llama.cpp writes and does not read.
    (byte("\\"), {byte("u"): -12}),
    (token("</tool_call>"), {token("</s>"): 12, token("<tool_call>"): 15.5}),
]
FEATURES = 1 + len(AFTER)


def tensors(random):
    """All layers add nothing. A token's first number is the same for all, the next are features of a few tokens, the rest is noise."""
    tokens = random.normal(0, 1, (len(TOKENS), SIZE)).astype(np.float32)
    following = random.normal(0, 0.4, (len(TOKENS), SIZE)).astype(np.float32)
    tokens[:, :FEATURES] = following[:, :FEATURES] = 0
    tokens[:, 0] = 6
    following[:, 0] = -6
    following[[byte(chr(code)) for code in range(0x20, 0x7F)], 0] = 0
    following[token("</s>"), 0] = 0.8
    for feature, (last, likely) in enumerate(AFTER, 1):
        tokens[last, feature] = 12
        for each, weight in likely.items():
            following[each, feature] = weight
    yield "token_embd.weight", tokens
    yield "output.weight", following
    yield "output_norm.weight", np.ones(SIZE, np.float32)
    for name in ("attn_norm", "ffn_norm"):
        yield f"blk.0.{name}.weight", np.ones(SIZE, np.float32)
    for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"):
        yield f"blk.0.{name}.weight", np.zeros((SIZE, SIZE), np.float32)


def write(path):
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("noise")
    writer.add_context_length(65536)
    writer.add_embedding_length(SIZE)
    writer.add_block_count(1)
    writer.add_feed_forward_length(SIZE)
    writer.add_head_count(2)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(SIZE // 2)
    writer.add_vocab_size(len(TOKENS))
    writer.add_tokenizer_model("llama")
    writer.add_token_list([each.encode() for each in TOKENS])
    writer.add_token_scores([0.0] * len(TOKENS))
    writer.add_token_types(TYPES)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(token("<s>"))
    writer.add_eos_token_id(token("</s>"))
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)
    writer.add_chat_template(TEMPLATE.strip())
    for name, values in tensors(np.random.default_rng(1)):
        writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    write(sys.argv[1])

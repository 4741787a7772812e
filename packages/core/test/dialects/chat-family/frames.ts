import type { Json } from "@toolglot/core";
import { BERLIN, calling, chunk, DONE, END, finish, HEAD, more, opener, type Quirk } from "./quirk.ts";

/** What frames hold besides the deltas of one call. */
export const FRAMES: readonly Quirk[] = [
  {
    name: "comments and blank lines",
    frames: [
      { raw: ": OPENROUTER PROCESSING\n\n\n" },
      chunk({ role: "assistant", content: "Hi" }),
      { raw: ": keep-alive\r\n\r\n" },
      finish("stop"),
      DONE,
    ],
    text: "Hi",
    stop: "end",
  },
  {
    name: "a first chunk without choices",
    frames: [
      { id: "", object: "", created: 0, model: "", choices: [], prompt_filter_results: [] },
      chunk({ role: "assistant", content: "Hi" }),
      finish("stop"),
      DONE,
    ],
    text: "Hi",
    stop: "end",
  },
  {
    name: "a frame that is no JSON",
    frames: [chunk({ role: "assistant", content: "Hi" }), { raw: 'data: {"choices":[}\n\n' }, finish("stop"), DONE],
    stop: "error",
  },
  {
    name: "a connection that breaks inside of arguments",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":'))],
    stop: "error",
  },
  {
    name: "arguments that are cut off by the length",
    frames: [...calling(opener(0, "call_a", "get_weather"), more(0, '{"city":"Ber')), finish("length"), DONE],
    stop: "length",
  },
  {
    name: "the call of the family's first years",
    frames: [
      chunk({ role: "assistant", content: null, function_call: { name: "get_weather", arguments: "" } }),
      chunk({ function_call: { arguments: '{"city":' } }),
      chunk({ function_call: { arguments: '"Berlin"}' } }),
      finish("function_call"),
      DONE,
    ],
    calls: [BERLIN],
  },
  {
    name: "a call without a name",
    frames: [...calling(more(0, '{"city":"Berlin"}', { id: "call_a" })), ...END],
    stop: "error",
  },
  {
    name: "text as a list of parts, with thoughts",
    frames: [
      chunk({ role: "assistant", content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] }),
      chunk({ content: [{ type: "text", text: "Hi" }] }),
      finish("stop"),
      DONE,
    ],
    text: "Hi",
    stop: "end",
  },
  {
    name: "a whole message in a stream",
    frames: [
      {
        ...HEAD,
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: null,
              tool_calls: [opener(undefined, "call_a", "get_weather", '{"city":"Berlin"}')],
            },
            finish_reason: "tool_calls",
          },
        ],
      } as Json,
      DONE,
    ],
    calls: [BERLIN],
  },
  {
    name: "a character that two chunks share",
    frames: [
      ...calling(opener(0, "call_a", "get_weather", '{"city":"')),
      {
        raw: 'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\ud83d"}}]}}]}\n\n',
      },
      {
        raw: 'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\ude00é"}}]}}]}\n\n',
      },
      ...calling(more(0, '"}')),
      ...END,
    ],
    calls: [{ name: "get_weather", arguments: '{"city":"😀é"}' }],
  },
];

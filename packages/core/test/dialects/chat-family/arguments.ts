import { BERLIN, BIG, calling, chunk, END, more, opener, type Quirk } from "./quirk.ts";

/** How the arguments of a call are written. */
export const CALL_ARGUMENTS: readonly Quirk[] = [
  {
    name: "empty arguments",
    frames: [...calling(opener(0, "call_a", "get_time"), more(0, "")), ...END],
    calls: [{ name: "get_time", arguments: "{}" }],
  },
  {
    name: "arguments that are missing",
    frames: [...calling({ index: 0, id: "call_a", type: "function", function: { name: "get_time" } }), ...END],
    calls: [{ name: "get_time", arguments: "{}" }],
  },
  {
    name: "arguments as an object, to the digit",
    frames: [
      {
        raw: `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","function":{"name":"get_weather","arguments":${BIG}}}]}}]}\n\n`,
      },
      ...END,
    ],
    calls: [{ name: "get_weather", arguments: BIG }],
  },
  {
    name: "a placeholder before the arguments",
    frames: [...calling(opener(0, "call_a", "get_weather", "{}"), more(0, '{"city":'), more(0, '"Berlin"}')), ...END],
    calls: [BERLIN],
  },
  {
    name: "a placeholder alone",
    frames: [...calling(opener(0, "call_a", "get_time", "{}")), ...END],
    calls: [{ name: "get_time", arguments: "{}" }],
  },
  {
    name: "a whole call in one chunk",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), ...END],
    calls: [BERLIN],
  },
  {
    name: "entries that say nothing",
    frames: [
      chunk({ role: "assistant", content: "", tool_calls: [] }),
      chunk({ tool_calls: null }),
      ...calling({ index: 0 }, opener(0, "call_a", "get_weather", '{"city":"Berlin"}')),
      ...END,
    ],
    calls: [BERLIN],
  },
];

import { BERLIN, calling, chunk, DONE, END, more, opener, type Quirk, ROLE, TOKYO } from "./quirk.ts";

/** How deltas say which call they belong to. */
export const INDEXES_AND_IDS: readonly Quirk[] = [
  {
    name: "one call as OpenAI sends it",
    frames: [ROLE, ...calling(opener(0, "call_a", "get_weather"), more(0, '{"city":'), more(0, '"Berlin"}')), ...END],
    calls: [BERLIN],
  },
  {
    name: "interleaved indexes",
    frames: [
      ROLE,
      ...calling(opener(0, "call_a", "get_weather"), opener(1, "call_b", "get_time")),
      ...calling(more(0, '{"city":'), more(1, '{"ci'), more(0, '"Berlin"}'), more(1, 'ty":"Tokyo"}')),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "two calls in each chunk",
    frames: [
      chunk({ tool_calls: [opener(0, "call_a", "get_weather"), opener(1, "call_b", "get_time")] }),
      chunk({ tool_calls: [more(1, '{"city":'), more(0, '{"city":"Berlin"}')] }),
      chunk({ tool_calls: [more(1, '"Tokyo"}')] }),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "an id and a name repeated in every delta",
    frames: [
      ...calling(
        opener(0, "call_a", "get_weather", '{"ci'),
        opener(0, "call_a", "get_weather", 'ty":'),
        opener(0, "call_a", "get_weather", '"Berlin"}'),
      ),
      ...END,
    ],
    calls: [BERLIN],
  },
  {
    name: "another id in every delta",
    frames: [
      ...calling(
        opener(0, "call_a", "get_weather", '{"city":'),
        more(0, '"Ber', { id: "call_b" }),
        more(0, 'lin"}', { id: "call_c" }),
      ),
      ...END,
    ],
    calls: [BERLIN],
  },
  {
    name: "an empty id, and a type, on continuations",
    frames: [
      ...calling(
        opener(0, "call_a", "get_weather", '{"city":'),
        more(0, '"Berlin"}', { id: "", type: "function" }),
        more(0, "", { id: "", type: "function" }),
      ),
      ...END,
    ],
    calls: [BERLIN],
  },
  {
    name: "an empty name, and no id, on continuations",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":'), opener(0, undefined, "", '"Berlin"}')), ...END],
    calls: [BERLIN],
  },
  {
    name: "no index and no type, whole calls with the finish",
    frames: [
      chunk({ role: "assistant", content: "" }),
      chunk(
        {
          content: null,
          tool_calls: [
            { id: "D681PevKs", function: { name: "get_weather", arguments: '{"city":"Berlin"}' } },
            { id: "E681PevKs", function: { name: "get_time", arguments: '{"city":"Tokyo"}' } },
          ],
        },
        { finish_reason: "tool_calls" },
      ),
      DONE,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "no index, arguments in pieces",
    frames: [
      ...calling(opener(undefined, "call_a", "get_weather", '{"city":'), more(undefined, '"Berlin"}')),
      ...calling(opener(undefined, "call_b", "get_time", '{"city":'), more(undefined, '"Tokyo"}')),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "an index that begins at 1 after text",
    frames: [
      chunk({ role: "assistant", content: "Let me see." }),
      ...calling(opener(1, "toolu_a", "get_weather"), more(1, ""), more(1, '{"city":"Berlin"}')),
      ...END,
    ],
    calls: [BERLIN],
    text: "Let me see.",
  },
  {
    name: "a name in pieces",
    frames: [
      ...calling(
        opener(0, "call_a", "get_"),
        { index: 0, function: { name: "weather" } },
        more(0, '{"city":"Berlin"}'),
      ),
      ...END,
    ],
    calls: [BERLIN],
  },
  {
    name: "two calls with one index and ids of their own",
    frames: [
      ...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')),
      ...calling(opener(0, "call_b", "get_time", '{"city":'), more(0, '"Tokyo"}')),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "two calls with one index and no ids",
    frames: [
      ...calling(opener(0, undefined, "get_weather", '{"city":"Berlin"}')),
      ...calling(opener(0, undefined, "get_time", '{"city":"Tokyo"}')),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "two calls with one id",
    frames: [
      ...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')),
      ...calling(opener(1, "call_a", "get_time", '{"city":"Tokyo"}')),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "two calls with one id and no index",
    frames: [
      ...calling(opener(undefined, "call_a", "get_weather", '{"city":"Berlin"}')),
      ...calling(opener(undefined, "call_a", "get_time", '{"city":"Tokyo"}')),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "two calls of one tool in one chunk, with neither id nor index",
    frames: [
      chunk({
        tool_calls: [
          { function: { name: "get_time", arguments: '{"city":"Tokyo"}' } },
          { function: { name: "get_time", arguments: '{"city":"Tokyo"}' } },
        ],
      }),
      ...END,
    ],
    calls: [TOKYO, TOKYO],
  },
  {
    name: "ids that are null or missing",
    frames: [
      ...calling({ index: 0, id: null, type: "function", function: { name: "get_weather", arguments: null } }),
      ...calling(more(0, '{"city":"Berlin"}', { id: null })),
      ...calling(opener(1, undefined, "get_time", '{"city":"Tokyo"}')),
      ...END,
    ],
    calls: [BERLIN, TOKYO],
  },
  {
    name: "an id after the name",
    frames: [
      ...calling(opener(0, undefined, "get_weather"), more(0, "", { id: "call_a" }), more(0, '{"city":"Berlin"}')),
      ...END,
    ],
    calls: [BERLIN],
  },
  {
    name: "arguments before the name",
    frames: [
      ...calling(more(0, '{"city":', { id: "call_a", type: "function" }), more(0, '"Berlin"}')),
      ...calling({ index: 0, function: { name: "get_weather" } }),
      ...END,
    ],
    calls: [BERLIN],
  },
];

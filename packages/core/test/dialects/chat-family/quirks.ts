import type { Json } from "@toolglot/core";

/** One way in which servers of the Chat family stream their calls, and what a client is to see of it. */
export interface Quirk {
  readonly name: string;
  /** Chunks, or frames word for word. */
  readonly frames: readonly (Json | Raw)[];
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  readonly text?: string;
  /** The finish reason; tool calls by default. */
  readonly stop?: "tool" | "end" | "length" | "error";
  readonly usage?: Counts;
  /** What a client of the server's own dialect gets, if it differs. */
  readonly ownUsage?: Counts;
}

export interface Counts {
  readonly input: number;
  readonly output: number;
}

/** Bytes that are no chunk. */
export interface Raw {
  readonly raw: string;
}

export function bytesOf({ frames }: Quirk): string {
  return frames.map((frame) => (isRaw(frame) ? frame.raw : `data: ${JSON.stringify(frame)}\n\n`)).join("");
}

function isRaw(frame: Json | Raw): frame is Raw {
  return typeof frame === "object" && frame !== null && "raw" in frame;
}

const HEAD = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const DONE: Raw = { raw: "data: [DONE]\n\n" };
const USED = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

function chunk(delta: Json, rest: object = {}): Json {
  return { ...HEAD, choices: [{ index: 0, delta, ...rest }] } as Json;
}

function finish(reason: string, rest: object = {}): Json {
  return { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: reason }], ...rest } as Json;
}

/** Chunks that each hold one entry of `tool_calls`. */
function calling(...entries: Json[]): Json[] {
  return entries.map((entry) => chunk({ tool_calls: [entry] }));
}

function opener(index: number | undefined, id: string | undefined, name: string, text = ""): Json {
  return {
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    type: "function",
    function: { name, arguments: text },
  };
}

function more(index: number | undefined, text: string, rest: object = {}): Json {
  return { ...(index === undefined ? {} : { index }), ...rest, function: { arguments: text } } as Json;
}

const ROLE = chunk({ role: "assistant", content: null });
const END = [finish("tool_calls"), DONE];
const BERLIN = { name: "get_weather", arguments: '{"city":"Berlin"}' };
const TOKYO = { name: "get_time", arguments: '{"city":"Tokyo"}' };
const BIG = '{"city":"Berlin","n":90071992547409931,"x":1.10}';

export const QUIRKS: readonly Quirk[] = [
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
  {
    name: "a finish of stop",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), finish("stop"), DONE],
    calls: [BERLIN],
  },
  {
    name: "a finish that nobody knows",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), finish("eos_token"), DONE],
    calls: [BERLIN],
  },
  {
    name: "no finish",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), DONE],
    stop: "error",
  },
  {
    name: "a finish that is empty all the way",
    frames: [chunk({ role: "assistant", content: "Hi" }, { finish_reason: "" }), DONE],
    stop: "error",
  },
  {
    name: "a finish without the end mark",
    frames: [...calling(opener(0, "call_a", "get_weather", '{"city":"Berlin"}')), finish("tool_calls")],
    calls: [BERLIN],
  },
  {
    name: "two end marks, and data after them",
    frames: [chunk({ role: "assistant", content: "Hi" }), finish("stop"), DONE, DONE, chunk({ content: "late" }), DONE],
    text: "Hi",
    stop: "end",
  },
  {
    name: "usage on the finish",
    frames: [chunk({ role: "assistant", content: "Hi" }), finish("stop", { usage: USED }), DONE],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage before the finish",
    frames: [
      { ...HEAD, choices: [], usage: USED },
      chunk({ role: "assistant", content: "Hi" }),
      finish("stop"),
      DONE,
    ] as Json[],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage after the finish, twice",
    frames: [
      chunk({ role: "assistant", content: "Hi" }),
      finish("stop"),
      { ...HEAD, choices: [], usage: { ...USED, completion_tokens: 1 } },
      { ...HEAD, choices: [], usage: USED },
      DONE,
    ] as Json[],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage on every chunk",
    frames: [
      {
        ...HEAD,
        choices: [{ index: 0, delta: { role: "assistant", content: "Hi" } }],
        usage: { ...USED, completion_tokens: 1 },
      },
      { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage: USED },
      DONE,
    ] as Json[],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage in the choice",
    frames: [chunk({ role: "assistant", content: "Hi" }), chunk({}, { finish_reason: "stop", usage: USED }), DONE],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 3 },
  },
  {
    name: "usage that counts thoughts beside the output",
    frames: [
      chunk({ role: "assistant", content: "Hi" }),
      finish("stop", {
        usage: { ...USED, total_tokens: 30, completion_tokens_details: { reasoning_tokens: 20 } },
      }),
      DONE,
    ],
    text: "Hi",
    stop: "end",
    usage: { input: 7, output: 23 },
    ownUsage: { input: 7, output: 3 },
  },
  {
    name: "an error as the first chunk",
    frames: [{ error: { message: "overloaded", code: 503 } }, DONE],
    stop: "error",
  },
  {
    name: "an error beside a finish in the midst",
    frames: [
      chunk({ role: "assistant", content: "Hi" }),
      {
        ...HEAD,
        error: { code: 502, message: "gone", metadata: { error_type: "provider_unavailable" } },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
      },
      DONE,
    ] as Json[],
    stop: "error",
  },
  {
    name: "an error that is a text, and one without a wrapping",
    frames: [chunk({ role: "assistant", content: "Hi" }), { object: "error", message: "gone", code: 3000 }, DONE],
    stop: "error",
  },
  {
    name: "an error by the name of its event",
    frames: [chunk({ role: "assistant", content: "Hi" }), { raw: 'event: error\ndata: {"reason":"gone"}\n\n' }],
    stop: "error",
  },
  {
    name: "a finish of error",
    frames: [chunk({ role: "assistant", content: "Hi" }), finish("error"), DONE],
    stop: "error",
  },
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

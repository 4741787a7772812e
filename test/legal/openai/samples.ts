import type { Json } from "../../support/json.ts";

/** Legal bodies and streams, written by hand, that the illegal samples are changes of. */
export const CHAT_REQUEST: Json = {
  model: "gpt-4o",
  messages: [
    { role: "system", content: [{ type: "text", text: "Be brief." }] },
    { role: "user", content: [{ type: "image_url", image_url: { url: "https://example.com/a.png", detail: "low" } }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } },
        { id: "call_2", type: "custom", custom: { name: "c", input: "text" } },
      ],
    },
    { role: "tool", tool_call_id: "call_2", content: "two" },
    { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "one" }] },
    { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
    { role: "user", content: "Again." },
  ],
  tools: [
    { type: "function", function: { name: "f", parameters: { type: "object", properties: {} }, strict: false } },
    {
      type: "custom",
      custom: { name: "c", format: { type: "grammar", grammar: { syntax: "lark", definition: "start: A" } } },
    },
  ],
  tool_choice: {
    type: "allowed_tools",
    allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }] },
  },
  parallel_tool_calls: false,
  response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" }, strict: true } },
  metadata: { a: "b" },
  stop: ["END"],
  temperature: 0.5,
};

/** A request to a model that reasons, without tools. */
export const REASONING_REQUEST: Json = {
  model: "gpt-5.4",
  messages: [{ role: "user", content: "Hi" }],
  max_completion_tokens: 100,
};

export const OPENROUTER_REQUEST: Json = {
  model: "anthropic/claude-sonnet-4.6",
  models: ["openai/gpt-4o"],
  provider: { order: ["a"], data_collection: "deny", sort: "price" },
  plugins: [{ id: "web" }],
  reasoning: { effort: "high" },
  session_id: "s",
  top_k: 5,
  tools: [{ type: "function", function: { name: "f" } }, { type: "openrouter:web_search" }],
  tool_choice: "auto",
  messages: [
    { role: "user", content: "Hi" },
    {
      role: "assistant",
      content: "",
      reasoning: "hm",
      reasoning_details: [
        { type: "reasoning.text", text: "hm", signature: "s", format: "anthropic-claude-v1", index: 0 },
      ],
      tool_calls: [{ id: "functions.f:0", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    {
      role: "tool",
      tool_call_id: "functions.f:0",
      content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }],
    },
  ],
};

export const RESPONSES_REQUEST: Json = {
  model: "gpt-5.4",
  instructions: "Be brief.",
  store: false,
  max_output_tokens: 16,
  include: ["reasoning.encrypted_content"],
  reasoning: { effort: "low", summary: "auto" },
  text: { format: { type: "json_schema", name: "answer", schema: { type: "object" } }, verbosity: "low" },
  tools: [
    { type: "function", name: "f", parameters: { type: "object", properties: {} } },
    { type: "custom", name: "c", format: { type: "grammar", syntax: "regex", definition: "a+" } },
    { type: "namespace", name: "crm", description: "d", tools: [{ type: "function", name: "g" }] },
    { type: "mcp", server_label: "docs", server_url: "https://example.com/mcp" },
    { type: "web_search" },
  ],
  tool_choice: { type: "function", name: "f" },
  input: [
    {
      role: "user",
      content: [
        { type: "input_text", text: "Hi" },
        { type: "input_image", image_url: "data:image/png;base64,AA==" },
      ],
    },
    { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "gAAAA" },
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", arguments: "{}" },
    { type: "custom_tool_call", call_id: "call_2", name: "c", input: "a" },
    { type: "function_call_output", call_id: "call_1", output: [{ type: "input_text", text: "one" }] },
    { type: "custom_tool_call_output", call_id: "call_2", output: "two" },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      content: [{ type: "output_text", text: "Done.", annotations: [] }],
      phase: "final_answer",
    },
    { role: "user", content: "Again." },
  ],
};

export const CHAT_RESPONSE: Json = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-4o",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      logprobs: null,
      message: {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } },
          { id: "call_2", type: "function", function: { name: "f", arguments: "{}" } },
        ],
      },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
};

const OUTPUT: Json = [
  { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "hm" }] },
  {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [
      { type: "output_text", text: "Hello", annotations: [], logprobs: [] },
      { type: "refusal", refusal: "No." },
    ],
  },
  { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", arguments: "{}", status: "completed" },
];

export const RESPONSES_RESPONSE: Json = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model: "gpt-5.4",
  output: OUTPUT,
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  },
};

export const ERROR: Json = {
  error: { message: "No.", type: "invalid_request_error", param: null, code: "invalid_value" },
};
export const OPENROUTER_ERROR: Json = {
  error: { code: 429, message: "Slow down.", metadata: { error_type: "rate_limit_exceeded" } },
};

function chunk(delta: Json, finish: string | null = null): Json {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-4o", choices, usage: null };
}

function opener(index: number, id: string): Json {
  return { tool_calls: [{ index, id, type: "function", function: { name: "f", arguments: "" } }] };
}

function fragment(index: number, text: string): Json {
  return { tool_calls: [{ index, function: { arguments: text } }] };
}

/** Eight chunks: role, text, two calls of two each, the finish, the usage. */
export const CHAT_CHUNKS: Json[] = [
  chunk({ role: "assistant", content: "", refusal: null }),
  chunk({ content: "Hi" }),
  chunk(opener(0, "call_1")),
  chunk(fragment(0, "{}")),
  chunk(opener(1, "call_2")),
  chunk(fragment(1, "{}")),
  chunk({}, "tool_calls"),
  {
    ...{ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-4o", choices: [] },
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  },
];

export function chatText(chunks: readonly Json[], end = "data: [DONE]\n\n"): string {
  return chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("") + end;
}

const BEGUN: Json = { ...RESPONSES_RESPONSE, status: "in_progress", output: [] };
const PLACE = { item_id: "msg_1", output_index: 1 };
const [REASONING, MESSAGE, CALL] = OUTPUT as [Json & object, Json & object, Json & object];

/** The events of RESPONSES_RESPONSE, by number in the comments. */
export const RESPONSES_EVENTS: Json[] = [
  { type: "response.created", response: BEGUN },
  { type: "response.in_progress", response: BEGUN },
  // 2 to 7: reasoning
  { type: "response.output_item.added", output_index: 0, item: { ...REASONING, summary: [] } },
  {
    type: "response.reasoning_summary_part.added",
    item_id: "rs_1",
    output_index: 0,
    summary_index: 0,
    part: { type: "summary_text", text: "" },
  },
  { type: "response.reasoning_summary_text.delta", item_id: "rs_1", output_index: 0, summary_index: 0, delta: "hm" },
  { type: "response.reasoning_summary_text.done", item_id: "rs_1", output_index: 0, summary_index: 0, text: "hm" },
  {
    type: "response.reasoning_summary_part.done",
    item_id: "rs_1",
    output_index: 0,
    summary_index: 0,
    part: { type: "summary_text", text: "hm" },
  },
  { type: "response.output_item.done", output_index: 0, item: REASONING },
  // 8 to 18: a message of two parts
  { type: "response.output_item.added", output_index: 1, item: { ...MESSAGE, status: "in_progress", content: [] } },
  {
    type: "response.content_part.added",
    ...PLACE,
    content_index: 0,
    part: { type: "output_text", text: "", annotations: [], logprobs: [] },
  },
  { type: "response.output_text.delta", ...PLACE, content_index: 0, delta: "Hel" },
  { type: "response.output_text.delta", ...PLACE, content_index: 0, delta: "lo" },
  { type: "response.output_text.done", ...PLACE, content_index: 0, text: "Hello" },
  {
    type: "response.content_part.done",
    ...PLACE,
    content_index: 0,
    part: { type: "output_text", text: "Hello", annotations: [], logprobs: [] },
  },
  { type: "response.content_part.added", ...PLACE, content_index: 1, part: { type: "refusal", refusal: "" } },
  { type: "response.refusal.delta", ...PLACE, content_index: 1, delta: "No." },
  { type: "response.refusal.done", ...PLACE, content_index: 1, refusal: "No." },
  { type: "response.content_part.done", ...PLACE, content_index: 1, part: { type: "refusal", refusal: "No." } },
  { type: "response.output_item.done", output_index: 1, item: MESSAGE },
  // 19 to 22: a call
  { type: "response.output_item.added", output_index: 2, item: { ...CALL, status: "in_progress", arguments: "" } },
  { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 2, delta: "{}" },
  { type: "response.function_call_arguments.done", item_id: "fc_1", output_index: 2, arguments: "{}" },
  { type: "response.output_item.done", output_index: 2, item: CALL },
  { type: "response.completed", response: RESPONSES_RESPONSE },
];

export const FAILURE: Json = {
  type: "error",
  error: { type: "server_error", code: "server_error", message: "No.", param: null },
};

/** Events with their numbers, unless they have some, and their names. */
export function responsesText(events: readonly Json[]): string {
  return events
    .map((event, index) => ({ sequence_number: index, ...(event as { type: string }) }))
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

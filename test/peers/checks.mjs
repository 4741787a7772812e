import { whole } from "./provider.mjs";

const WEATHER = {
  name: "weather",
  description: "The weather of a city.",
  input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const QUESTION = { role: "user", content: "How is the weather?" };
const IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const CALL = { type: "tool_use", id: "toolu_01abcdefghijklmnopqrst", name: "weather", input: { city: "Paris" } };

const piece = (index, fields) => ({ tool_calls: [{ index, ...fields }] });
const opener = (index, id) => piece(index, { id, type: "function", function: { name: "weather", arguments: "" } });
const text = (index, fragment) => piece(index, { function: { arguments: fragment } });
const result = (content, isError) => [
  QUESTION,
  { role: "assistant", content: [CALL] },
  {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: CALL.id, content, ...(isError && { is_error: true }) }],
  },
];

/**
 * The checks: the messages that a client sends in Anthropic's form, what the provider responds, and how the outcome is judged. `calls` and
 * `finish` are what the client saw, `got` is the body that the provider got.
 */
export const checks = [
  {
    title: "a stream with the pieces of two calls in turn",
    stream: true,
    messages: [QUESTION],
    deltas: [
      opener(0, "call_1"),
      opener(1, "call_2"),
      text(0, '{"city":'),
      text(1, '{"city":'),
      text(0, '"Paris"}'),
      text(1, '"Rome"}'),
    ],
    finish: "tool_calls",
    judge: ({ calls }) => {
      const cities = calls.map(({ input }) => input?.city ?? "?");
      return cities.join() === "Paris,Rome" ? "both calls" : "arguments mixed";
    },
  },
  {
    title: "calls that end with `finish_reason: stop`",
    stream: true,
    messages: [QUESTION],
    deltas: [opener(0, "call_1"), text(0, '{"city":"Paris"}')],
    finish: "stop",
    judge: ({ finish }) => (/^tool/.test(finish) ? "tool use" : `\`${finish}\``),
  },
  {
    title: "a provider that breaks off in the middle of a stream",
    stream: true,
    messages: [QUESTION],
    deltas: [{ role: "assistant", content: "The weather in" }],
    breaksOff: true,
    judge: ({ finish, error }) => {
      if (error) return "an error";
      return finish ? `a success (\`${finish}\`)` : "the stream just ends";
    },
  },
  {
    title: "a failed result (`is_error`)",
    messages: result("no network", true),
    judge: ({ got }) => {
      const { content } = JSON.parse(got).messages.findLast(({ role }) => role === "tool");
      const sent = typeof content === "string" ? content : JSON.stringify(content);
      return /error|fail/i.test(sent) ? "marked in the text" : "lost";
    },
  },
  {
    title: "an image in a result",
    messages: result([{ type: "image", source: { type: "base64", media_type: "image/png", data: IMAGE } }]),
    judge: ({ got }) => {
      const parts = JSON.parse(got).messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
      if (parts.some(({ type }) => type === "image_url")) return "an image";
      return got.includes(IMAGE) ? "base64 as text" : "lost";
    },
  },
  {
    title: "an integer beyond 2⁵³ in arguments",
    messages: [QUESTION],
    body: JSON.stringify(
      whole(
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "call_1",
              type: "function",
              function: { name: "weather", arguments: '{"city":12345678901234567890}' },
            },
          ],
        },
        "tool_calls",
      ),
    ),
    judge: ({ raw }) => (raw.includes("12345678901234567890") ? "every digit" : "digits lost"),
  },
  {
    title: "`top_k`, which Chat Completions lacks",
    messages: [QUESTION],
    settings: { top_k: 5 },
    judge: ({ got, told }) => {
      const what = got.includes('"top_k"') ? "sent on" : "left out";
      return `${what}, ${told ? "and reported" : "not reported"}`;
    },
  },
].map((check) => ({ settings: {}, stream: false, tools: [WEATHER], ...check }));

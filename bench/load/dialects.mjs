// How the clients of each dialect ask, go on after a tool call, and read a reply: whole or streamed.

const TOOL = "look_up";
const SCHEMA = { type: "object", properties: { word: { type: "string" } }, required: ["word"] };

/** How long a response of Anthropic may be. */
export const MAX_TOKENS = 999;
/** How long those are that a budget is spent on. */
export const PAID_TOKENS = 50;

/**
 * A dialect has `ask(turn)`, the request for a prompt (with a tool, after its result, or without); `whole(body)` and `stream(text)`, what a
 * reply says: its text, its call, its tokens and whether it is complete.
 */
export const DIALECTS = {
  "openai-chat": {
    ask: ({ model, prompt, stream, tools, call, result }) => ({
      path: "/v1/chat/completions",
      body: {
        model,
        stream,
        ...(stream ? { stream_options: { include_usage: true } } : {}),
        messages: [
          { role: "user", content: prompt },
          ...(call
            ? [
                { role: "assistant", content: null, tool_calls: [call.raw] },
                { role: "tool", tool_call_id: call.raw.id, content: result },
              ]
            : []),
        ],
        ...(tools ? { tools: [{ type: "function", function: { name: TOOL, parameters: SCHEMA } }] } : {}),
      },
    }),
    whole: ({ choices: [{ message, finish_reason }], usage }) => ({
      text: message.content ?? "",
      call: callOf(message.tool_calls?.[0]),
      tokens: usage.prompt_tokens + usage.completion_tokens,
      isComplete: finish_reason !== null,
    }),
    stream(text) {
      const said = { text: "", tokens: 0, isComplete: /^data: \[DONE\]$/m.test(text), isError: false };
      let call;
      for (const { choices = [], usage, error } of dataOf(text)) {
        if (error !== undefined) said.isError = true;
        if (usage) said.tokens = usage.prompt_tokens + usage.completion_tokens;
        const { content, tool_calls: [piece] = [] } = choices[0]?.delta ?? {};
        said.text += content ?? "";
        if (piece?.id) call = { ...piece, type: "function", function: { ...piece.function } };
        else if (piece) call.function.arguments += piece.function.arguments;
      }
      return { ...said, call: callOf(call) };
    },
  },
  "openai-responses": {
    ask: ({ model, prompt, stream, tools, call, result }) => ({
      path: "/v1/responses",
      body: {
        model,
        stream,
        ...(call
          ? {
              previous_response_id: call.response,
              input: [{ type: "function_call_output", call_id: call.raw.call_id, output: result }],
            }
          : { input: prompt }),
        ...(tools ? { tools: [{ type: "function", name: TOOL, parameters: SCHEMA, strict: false }] } : {}),
      },
    }),
    whole({ id, output, usage, status }) {
      const raw = output.find(({ type }) => type === "function_call");
      return {
        text: output.flatMap(({ content = [] }) => content.map((part) => part.text ?? "")).join(""),
        call: raw && { raw, response: id },
        tokens: usage.input_tokens + usage.output_tokens,
        isComplete: status === "completed",
      };
    },
    stream(text) {
      const events = dataOf(text);
      const completed = events.find(({ type }) => type === "response.completed");
      if (completed !== undefined) return this.whole(completed.response);
      const deltas = events.filter(({ type }) => type === "response.output_text.delta");
      const isError = events.some(({ type }) => type === "response.failed" || type === "error");
      return { text: deltas.map(({ delta }) => delta).join(""), tokens: 0, isComplete: false, isError };
    },
  },
  anthropic: {
    ask: ({ model, prompt, stream, tools, call, result }) => ({
      path: "/v1/messages",
      body: {
        model,
        stream,
        max_tokens: MAX_TOKENS,
        messages: [
          { role: "user", content: prompt },
          ...(call
            ? [
                { role: "assistant", content: [call.raw] },
                { role: "user", content: [{ type: "tool_result", tool_use_id: call.raw.id, content: result }] },
              ]
            : []),
        ],
        ...(tools ? { tools: [{ name: TOOL, input_schema: SCHEMA }] } : {}),
      },
    }),
    whole: ({ content, usage, stop_reason }) => ({
      text: content.map((block) => block.text ?? "").join(""),
      call: callOf(content.find(({ type }) => type === "tool_use")),
      tokens: usage.input_tokens + usage.output_tokens,
      isComplete: stop_reason !== null,
    }),
    stream(text) {
      const said = { text: "", isComplete: false, isError: false };
      let [raw, json, usage] = [undefined, "", {}];
      for (const event of dataOf(text)) {
        if (event.type === "error") said.isError = true;
        if (event.type === "message_stop") said.isComplete = true;
        usage = { ...usage, ...event.message?.usage, ...event.usage };
        if (event.content_block?.type === "tool_use") raw = event.content_block;
        said.text += event.delta?.text ?? "";
        json += event.delta?.partial_json ?? "";
      }
      const call = callOf(raw && { ...raw, input: JSON.parse(json || "{}") });
      return { ...said, call, tokens: (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0) };
    },
  },
  gemini: {
    ask: ({ model, prompt, stream, tools, call, result }) => ({
      path: `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      body: {
        contents: [
          { role: "user", parts: [{ text: prompt }] },
          ...(call
            ? [
                { role: "model", parts: [call.part] },
                {
                  role: "user",
                  parts: [{ functionResponse: { id: call.raw.id, name: TOOL, response: { output: result } } }],
                },
              ]
            : []),
        ],
        ...(tools ? { tools: [{ functionDeclarations: [{ name: TOOL, parametersJsonSchema: SCHEMA }] }] } : {}),
      },
    }),
    whole: (body) => geminiSaid([body]),
    stream: (text) => geminiSaid(dataOf(text)),
  },
  ollama: {
    ask: ({ model, prompt, stream, tools, call, result }) => ({
      path: "/api/chat",
      body: {
        model,
        stream,
        messages: [
          { role: "user", content: prompt },
          ...(call
            ? [
                { role: "assistant", content: "", tool_calls: [call.raw] },
                { role: "tool", tool_name: TOOL, tool_call_id: call.raw.id, content: result },
              ]
            : []),
        ],
        ...(tools ? { tools: [{ type: "function", function: { name: TOOL, parameters: SCHEMA } }] } : {}),
      },
    }),
    whole: (body) => ollamaSaid([body]),
    stream: (text) => ollamaSaid(jsonLines(text.split("\n"))),
  },
};

function geminiSaid(chunks) {
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const usage = chunks.findLast(({ usageMetadata }) => usageMetadata !== undefined)?.usageMetadata ?? {};
  // As Google's SDK does, it sends the part back as it came, with its signature.
  const part = parts.find(({ functionCall }) => functionCall !== undefined);
  return {
    text: parts.map(({ text = "" }) => text).join(""),
    call: part && { ...callOf(part.functionCall), part },
    tokens: (usage.promptTokenCount ?? 0) + (usage.candidatesTokenCount ?? 0),
    isComplete: chunks.some(({ candidates }) => candidates?.[0]?.finishReason !== undefined),
    isError: chunks.some(({ error }) => error !== undefined),
  };
}

function ollamaSaid(lines) {
  const last = lines.findLast(({ done }) => done) ?? {};
  return {
    text: lines.map(({ message }) => message?.content ?? "").join(""),
    call: callOf(lines.flatMap(({ message }) => message?.tool_calls ?? [])[0]),
    tokens: (last.prompt_eval_count ?? 0) + (last.eval_count ?? 0),
    isComplete: last.done === true,
    isError: lines.some(({ error }) => error !== undefined),
  };
}

function callOf(raw) {
  return raw && { raw };
}

/** The JSON of each `data:` line; a stream that was cut may end within one. */
function dataOf(text) {
  const lines = text.split("\n").filter((line) => line.startsWith("data: {"));
  return jsonLines(lines.map((line) => line.slice("data: ".length)));
}

function jsonLines(lines) {
  return lines.flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

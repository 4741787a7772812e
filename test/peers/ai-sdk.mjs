import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, streamText, tool } from "ai";

/** The AI SDK, which is a library: it gets the same conversation in its own form. */
export const AiSdk = {
  async start(provider) {
    const model = createOpenAICompatible({ name: "mock", baseURL: provider, apiKey: "x" })("m");
    return { title: "AI SDK 6.0.326", run: (check) => run(model, check), stop: async () => {} };
  },
};

async function run(model, { messages, tools, stream, settings }) {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const request = {
    model,
    maxRetries: 0,
    messages: messages.flatMap(messageOf),
    tools: Object.fromEntries(tools.map(({ name, ...rest }) => [name, toolOf(rest)])),
    ...(settings.top_k === undefined ? {} : { topK: settings.top_k }),
  };
  return stream ? streamed(request) : generated(request);
}

async function streamed(request) {
  let error = false;
  const result = streamText({ ...request, onError: () => {} });
  const calls = [];
  let finish;
  try {
    for await (const part of result.fullStream) {
      if (part.type === "error") error = true;
      if (part.type === "tool-call") calls.push({ name: part.toolName, input: part.input });
      if (part.type === "finish") finish = part.finishReason;
    }
  } catch {
    error = true;
  }
  return { calls, finish, error, raw: JSON.stringify(calls), told: false };
}

async function generated(request) {
  const { toolCalls, warnings = [] } = await generateText(request);
  return { raw: JSON.stringify(toolCalls.map(({ input }) => input)), told: warnings.length > 0 };
}

function toolOf({ description, input_schema }) {
  return tool({ description, inputSchema: jsonSchema(input_schema) });
}

function messageOf({ role, content }) {
  if (typeof content === "string") return [{ role, content }];
  return content.map((part) =>
    part.type === "tool_use"
      ? { role, content: [{ type: "tool-call", toolCallId: part.id, toolName: part.name, input: part.input }] }
      : {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: part.tool_use_id, toolName: "weather", output: outputOf(part) }],
        },
  );
}

function outputOf({ content, is_error }) {
  if (typeof content === "string") return { type: is_error ? "error-text" : "text", value: content };
  const value = content.map(({ source }) => ({ type: "image-data", data: source.data, mediaType: source.media_type }));
  return { type: "content", value };
}

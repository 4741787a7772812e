import type { Json } from "@toolglot/core";
import type { Fields, Sample } from "./sample.ts";

const CALL: Fields = { toolUseId: "tooluse_1", name: "f", input: {} };
const USAGE: Fields = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

function response(rule: string, change: Fields): Sample {
  const body = { stopReason: "end_turn", usage: USAGE, metrics: { latencyMs: 1 }, ...answer({ text: "ok" }) };
  return ["bedrock", "response", rule, { ...body, ...change }];
}

function answer(...content: readonly Fields[]): Fields {
  return { output: { message: { role: "assistant", content } } };
}

const RESPONSES: readonly Sample[] = [
  ["bedrock", "response", "response-shape", "ok"],
  response("message-role", { output: { message: { role: "user", content: [{ text: "ok" }] } } }),
  response("content", { output: { message: { role: "assistant", content: "ok" } } }),
  response("stop-reason", { stopReason: "stop" }),
  response("stop-tool-use", { stopReason: "tool_use" }),
  response("stop-tool-use", answer({ toolUse: CALL })),
  response("usage", { usage: { ...USAGE, totalTokens: null } }),
  response("usage", { usage: null }),
  response("metrics", { metrics: {} }),
  response("block-shape", answer({ text: "ok", toolUse: CALL })),
  response("block-kind", answer({ document: {} })),
  response("text-shape", answer({ text: null })),
  response("tool-id", { stopReason: "tool_use", ...answer({ toolUse: { ...CALL, toolUseId: "" } }) }),
  response("tool-use-name", { stopReason: "tool_use", ...answer({ toolUse: { ...CALL, name: "" } }) }),
  response("tool-use-input", { stopReason: "tool_use", ...answer({ toolUse: { ...CALL, input: "{}" } }) }),
];

function error(rule: string, status: number, body: Json): Sample {
  return ["bedrock", "error", rule, [status, body]];
}

const ERRORS: readonly Sample[] = [
  error("error-shape", 500, "no"),
  error("error-message", 400, { error: { message: "no" } }),
  error("error-type", 400, { message: "no", __type: "InvalidRequestError" }),
  error("error-status", 500, { message: "no", __type: "ThrottlingException" }),
];

/** Responses and errors that the AWS SDK could not read, and which rule says so. */
export const ILLEGAL: readonly Sample[] = [...RESPONSES, ...ERRORS];

import {
  ConversionError,
  createBridge,
  type DialectId,
  isObject,
  type Json,
  JsonError,
  type JsonObject,
  jsonIn,
  StreamError,
} from "@toolglot/core";
import { defaultBinding } from "../bindings/index.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { AttemptTrace } from "./attempt-trace.ts";
import type { Attributes } from "./span.ts";

/** Longer attributes are left out, in characters: collectors refuse them. */
const MAX_LENGTH = 256 * 1024;

/**
 * What was said, in the form of the conventions: read from a translation into the default dialect, so that all clients and
 * providers look alike. https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/client-inference.md
 */
export function contentAttributes(request: GenerateRequest, last: AttemptTrace | undefined): Attributes {
  const { dialect } = request.match.binding;
  const translatedRequest = translated(() => bridgeFrom(dialect, "client").request(request.body).value);
  const body = last?.takeBody();
  const answered = body === undefined || last === undefined ? undefined : readResponse(body, last);
  const { system, messages } = inputIn(translatedRequest);
  const text = (value: readonly Json[]) => textOf(value, request.redact);
  return {
    "gen_ai.system_instructions": text(system),
    "gen_ai.input.messages": text(messages),
    "gen_ai.tool.definitions": text(toolsIn(translatedRequest)),
    ...(answered === undefined ? {} : outputAttributes(answered, text)),
  };
}

function bridgeFrom(dialect: DialectId, side: "client" | "provider") {
  const neutral = defaultBinding.dialect;
  return createBridge(
    side === "client" ? { client: dialect, provider: neutral } : { client: neutral, provider: dialect },
  );
}

function readResponse(text: string, { destination: { provider } }: AttemptTrace): JsonObject | undefined {
  const bridge = bridgeFrom(provider.dialect, "provider");
  return translated(() => {
    const body = jsonIn(text);
    const { value, status } = body === undefined ? bridge.assemble(text) : bridge.response(body);
    return status === undefined ? value : undefined;
  });
}

// What cannot be translated was answered with an error, and has no content.
function translated(translate: () => unknown): JsonObject | undefined {
  try {
    const value = translate() as Json | undefined;
    return isObject(value ?? null) ? (value as JsonObject) : undefined;
  } catch (error) {
    if (error instanceof ConversionError || error instanceof StreamError || error instanceof JsonError)
      return undefined;
    throw error;
  }
}

function textOf(list: readonly Json[], redact: (text: string) => string): string | undefined {
  const text = list.length === 0 ? undefined : redact(JSON.stringify(list));
  return text === undefined || text.length > MAX_LENGTH ? undefined : text;
}

function inputIn(request: JsonObject | undefined): { system: Json[]; messages: Json[] } {
  const all = objectsIn(request?.messages);
  const system = all.filter(({ role }) => INSTRUCTIONS.has(role ?? null));
  const others = all.filter((message) => !system.includes(message));
  return { system: system.flatMap(({ content }) => contentParts(content)), messages: others.map(messageOf) };
}

const INSTRUCTIONS: ReadonlySet<Json> = new Set<Json>(["system", "developer"]);

function outputAttributes(response: JsonObject, text: (value: readonly Json[]) => string | undefined): Attributes {
  const choices = objectsIn(response.choices);
  const reasons = choices.flatMap(({ finish_reason: reason }) => (typeof reason === "string" ? [reason] : []));
  const messages = choices.map(({ message, finish_reason }) => ({
    ...messageOf(isObject(message ?? null) ? (message as JsonObject) : {}),
    finish_reason: finish_reason ?? null,
  }));
  const { id, model } = response;
  return {
    "gen_ai.response.id": typeof id === "string" ? id : undefined,
    "gen_ai.response.model": typeof model === "string" ? model : undefined,
    "gen_ai.response.finish_reasons": reasons.length === 0 ? undefined : reasons,
    "gen_ai.output.messages": text(messages),
  };
}

function messageOf({ role = "assistant", content, tool_calls: calls, tool_call_id: id }: JsonObject): JsonObject {
  if (role === "tool")
    return { role, parts: [{ type: "tool_call_response", id: id ?? null, response: content ?? null }] };
  return { role, parts: [...contentParts(content), ...objectsIn(calls).map(callPart)] };
}

function contentParts(content: Json | undefined): Json[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", content }];
  return objectsIn(content).map(({ type, text, ...rest }) =>
    type === "text" ? { type, content: text ?? "" } : { type: type ?? "unknown", ...rest },
  );
}

function callPart({ id = null, function: called }: JsonObject): JsonObject {
  const { name = "", arguments: text = "" } = isObject(called ?? null) ? (called as JsonObject) : {};
  const args = typeof text === "string" ? (jsonIn(text) ?? text) : text;
  return { type: "tool_call", id, name, arguments: args };
}

function toolsIn(request: JsonObject | undefined): Json[] {
  return objectsIn(request?.tools).map(({ type = "function", function: declared }) => ({
    type,
    ...(isObject(declared ?? null) ? (declared as JsonObject) : {}),
  }));
}

function objectsIn(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter((each) => isObject(each)) : [];
}

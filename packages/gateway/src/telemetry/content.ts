import type { Json, JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import { neutralRequest, objectsIn } from "./neutral.ts";
import type { Attributes } from "./span.ts";

/** Longer attributes are left out, in characters: collectors refuse them. */
const MAX_LENGTH = 256 * 1024;

/**
 * What was said, in the form of the conventions: read from a translation into the default dialect, so that all clients and
 * providers look alike. https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/client-inference.md
 */
export function contentAttributes(request: GenerateRequest, response: JsonObject | undefined): Attributes {
  const translatedRequest = neutralRequest(request.match.binding.dialect, request.body);
  const { system, messages } = inputIn(translatedRequest);
  const text = (value: readonly Json[]) => textOf(value, request.redact);
  return {
    "gen_ai.system_instructions": text(system),
    "gen_ai.input.messages": text(messages),
    "gen_ai.tool.definitions": text(toolsIn(translatedRequest)),
    "gen_ai.output.messages": text(objectsIn(response?.choices).map(outputMessage)),
  };
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

function outputMessage({ message, finish_reason: reason }: JsonObject): JsonObject {
  return { ...messageOf(isObject(message ?? null) ? (message as JsonObject) : {}), finish_reason: reason ?? null };
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

import type { Json, JsonObject } from "@toolglot/core";
import { joined, listIn, objectIn, objectsIn, said } from "./values.ts";

/** The answer that the chunks of a stream add up to: https://developers.openai.com/api/reference/resources/chat */
export function assemble(chunks: readonly JsonObject[]): JsonObject {
  const choices: JsonObject[] = [];
  let answer: JsonObject = {};
  for (const { choices: added, obfuscation, p, ...rest } of chunks) {
    answer = { ...answer, ...said(rest), ...first(answer, rest) };
    for (const choice of objectsIn(added)) {
      const index = Number(choice.index ?? 0);
      choices[index] = grown(choices[index] ?? { index }, choice);
    }
  }
  return { ...answer, ...usageIn(answer, choices), object: "chat.completion", choices };
}

// Some servers have it in an extension field of their streams, and next to the choices in unary responses.
function usageIn({ usage, x_groq: corner }: JsonObject, [choice]: readonly JsonObject[]): JsonObject {
  const counts = usage ?? choice?.usage ?? objectIn(corner).usage;
  return counts === undefined ? {} : { usage: counts };
}

// The identity of a response comes from its first chunk, whatever a server sends later.
function first(answer: JsonObject, chunk: JsonObject): JsonObject {
  const known = ["id", "created", "model"].filter((field) => answer[field] !== undefined && answer[field] !== "");
  return Object.fromEntries(known.map((field) => [field, answer[field] ?? chunk[field] ?? null]));
}

function grown({ message, logprobs, ...known }: JsonObject, choice: JsonObject): JsonObject {
  const { delta, message: whole, logprobs: more, ...rest } = choice;
  const probabilities = merged(objectIn(logprobs), objectIn(more));
  return {
    ...known,
    ...said(rest),
    message: merged(objectIn(message), objectIn(whole ?? delta)),
    ...(Object.keys(probabilities).length > 0 && { logprobs: probabilities }),
  };
}

// Texts and lists grow; everything else is sent once, or repeated.
function merged(known: JsonObject, delta: JsonObject): JsonObject {
  const fields = Object.entries(said(delta)).map(([field, value]): [string, Json] => {
    const before = known[field];
    if (field === "tool_calls") return [field, withCalls(objectsIn(before), objectsIn(value))];
    if (field === "reasoning_details") return [field, withDetails(objectsIn(before), objectsIn(value))];
    if (field === "content" && (Array.isArray(before) || Array.isArray(value)))
      return [field, withParts(before, value)];
    if (typeof value === "string" && !TEXT.has(field)) return [field, `${before ?? ""}${value}`];
    return [field, Array.isArray(value) ? [...listIn(before), ...value] : value];
  });
  return { ...known, ...Object.fromEntries(fields) };
}

/** Texts that are complete in each frame that has them. */
const TEXT: ReadonlySet<string> = new Set(["role", "type", "id", "format", "channel"]);

function withCalls(known: readonly JsonObject[], added: readonly JsonObject[]): readonly JsonObject[] {
  const calls = [...known];
  for (const { index: number, ...call } of added) {
    const index = Number(number ?? calls.length);
    const { function: before, custom, ...head } = calls[index] ?? {};
    const body = call.custom === undefined ? "function" : "custom";
    calls[index] = { ...head, ...call, [body]: withInput(objectIn(before ?? custom), objectIn(call[body])) };
  }
  return calls;
}

function withInput(known: JsonObject, added: JsonObject): JsonObject {
  const texts = ["arguments", "input"].filter((field) => typeof added[field] === "string");
  return { ...added, ...known, ...Object.fromEntries(texts.map((field) => [field, joined([known, added], field)])) };
}

// https://openrouter.ai/docs/guides/best-practices/reasoning-tokens: fragments that share an index are one detail.
function withDetails(known: readonly JsonObject[], added: readonly JsonObject[]): readonly JsonObject[] {
  const details = [...known];
  for (const detail of added) {
    const at = details.findIndex(
      ({ index, type }) => index !== undefined && index === detail.index && type === detail.type,
    );
    if (at === -1) details.push(detail);
    else details[at] = merged(details[at] ?? {}, detail);
  }
  return details;
}

// One vendor of the family sends lists of parts, and texts next to them.
function withParts(before: Json | undefined, value: Json): readonly Json[] {
  const parts = [...partsOf(before)];
  for (const part of partsOf(value)) {
    const last = objectIn(parts.at(-1));
    if (typeof last.text === "string" && typeof part.text === "string")
      parts[parts.length - 1] = { ...last, text: `${last.text}${part.text}` };
    else if (Array.isArray(last.thinking) && Array.isArray(part.thinking))
      parts[parts.length - 1] = { ...last, thinking: withParts(last.thinking, part.thinking) };
    else parts.push(part);
  }
  return parts;
}

function partsOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return objectsIn(content);
}

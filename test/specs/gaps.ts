import { isObject, type Json, type JsonObject, mapObject } from "../support/json.ts";
import type { Schemas, Specification } from "./documents.ts";
import type { Kind } from "./places.ts";

/** Where a provider's own traffic departs from its specification, and what is then let through. */
interface Gap {
  readonly specification: Specification;
  /** What is read with the gap, where not everything is. */
  readonly kind?: Kind;
  /** The name of a schema, and the keys that lead on from there. */
  readonly at: string;
  /** Properties that may be missing. */
  readonly optional?: readonly string[];
  /** Properties that may be null. */
  readonly nullable?: readonly string[];
  readonly reason: string;
}

const NEWER = "the field is newer than some recordings";
const UNSENT = "recorded answers leave it out";
const ECHO = "answers repeat every setting, those not given as null";
const EARLY = "it is not there before the end";
const TAKEN = "live requests without it are answered";

const openai = (at: string, gap: Omit<Gap, "specification" | "at">): Gap => ({ specification: "openai", at, ...gap });

const GAPS: readonly Gap[] = [
  openai("CreateChatCompletionResponse", { nullable: ["system_fingerprint"], reason: ECHO }),
  openai("CreateChatCompletionResponse/properties/choices/items", {
    optional: ["logprobs"],
    reason: "GPT-5 and audio models send none",
  }),
  openai("ChatCompletionResponseMessage", { optional: ["refusal"], reason: NEWER }),
  openai("CreateChatCompletionStreamResponse", { nullable: ["system_fingerprint"], reason: ECHO }),
  openai("ModelResponseProperties", { nullable: ["user"], reason: ECHO }),
  openai("TextResponseFormatJsonSchema", { nullable: ["description"], reason: ECHO }),
  openai("MCPTool", { nullable: ["server_description"], reason: ECHO }),
  openai("MCPTool/properties/require_approval/anyOf/0/oneOf/0", { nullable: ["always", "never"], reason: ECHO }),
  openai("Response/allOf/2", { nullable: ["usage"], reason: EARLY }),
  openai("WebSearchToolCall", { kind: "event", optional: ["action"], reason: EARLY }),
  openai("ResponseUsage/properties/input_tokens_details", { optional: ["cache_write_tokens"], reason: NEWER }),
  openai("ResponseFunctionCallArgumentsDoneEvent", { optional: ["name"], reason: UNSENT }),
  openai("OutputTextContent", { optional: ["logprobs"], reason: NEWER }),
  openai("OutputMessage", { kind: "request", optional: ["id", "status"], reason: TAKEN }),
  openai("ReasoningItem", { kind: "request", optional: ["id"], reason: TAKEN }),
  openai("FunctionTool", { kind: "request", optional: ["strict"], reason: TAKEN }),
  openai("FunctionToolCall", { kind: "request", nullable: ["status"], reason: "live requests with it are answered" }),
  openai("InputImageContent", { kind: "request", optional: ["detail"], reason: TAKEN }),
  { specification: "anthropic", at: "BetaUsage", optional: ["iterations"], reason: UNSENT },
  {
    specification: "openrouter",
    at: "ChatResult",
    optional: ["system_fingerprint"],
    reason: "not every upstream has it",
  },
];

/** What holds for every schema of a specification. */
const EVERYWHERE: Partial<Record<Specification, (schema: JsonObject) => JsonObject>> = {
  anthropic: defaultsAreOptional,
  gemini: asProtoJson,
};

/** The schemas with the gaps let through. */
export function withGaps(specification: Specification, kind: Kind, schemas: Schemas): Schemas {
  const everywhere = EVERYWHERE[specification] ?? ((schema: JsonObject) => schema);
  const amended = mapObject(schemas, (schema) => everywhere(schema as JsonObject));
  const found = GAPS.filter((gap) => gap.specification === specification && (gap.kind ?? kind) === kind);
  for (const gap of found) {
    const [name = "", ...keys] = gap.at.split("/");
    amended[name] = amendAt(amended[name], keys, gap);
  }
  return amended as Schemas;
}

function amendAt(value: Json | undefined, keys: readonly string[], gap: Gap): Json {
  const [key, ...rest] = keys;
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === key ? amendAt(each, rest, gap) : each));
  if (!isObject(value)) throw new Error(`the specification of ${gap.specification} has no ${gap.at}`);
  return key === undefined ? amend(value, gap) : { ...value, [key]: amendAt(value[key], rest, gap) };
}

function amend(schema: JsonObject, { at, optional = [], nullable = [] }: Gap): JsonObject {
  const properties = { ...(schema.properties as JsonObject) };
  const unknown = [...optional, ...nullable].filter((name) => !(name in properties));
  if (unknown.length > 0) throw new Error(`${at} has no ${unknown}`);
  for (const name of nullable) properties[name] = orNull(properties[name] as Json);
  return { ...schema, properties, required: requiredBut(schema, (name) => optional.includes(name)) };
}

/** Anthropic requires what has a default, and leaves it out in its answers and in the examples of the same document. */
function defaultsAreOptional(schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as { [name: string]: JsonObject };
  return { ...schema, required: requiredBut(schema, (name) => properties[name]?.default !== undefined) };
}

/** Google reads null as absent and enums as numbers too (https://protobuf.dev/programming-guides/json), and takes their names in lower case. */
function asProtoJson(schema: JsonObject): JsonObject {
  const properties = mapObject((schema.properties ?? {}) as JsonObject, (property) => orNull(anyEnum(property)));
  return { ...schema, properties };
}

function anyEnum(property: Json): Json {
  if (!isObject(property) || !Array.isArray(property.enum)) return property;
  return {
    anyOf: [{ enum: property.enum.flatMap((name) => [name, String(name).toLowerCase()]) }, { type: "integer" }],
  };
}

function orNull(schema: Json): Json {
  return { anyOf: [schema, { type: "null" }] };
}

function requiredBut(schema: JsonObject, without: (name: string) => boolean): string[] {
  return ((schema.required ?? []) as string[]).filter((name) => !without(name));
}

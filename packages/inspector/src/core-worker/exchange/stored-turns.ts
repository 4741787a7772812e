import { isObject, type Json, type JsonObject } from "@toolglot/core";

/** How the requests of a dialect continue a stored response. */
interface StoredTurns {
  /** The field of a request that names the response. */
  readonly previous: string;
  /** The field of a response that has its items. */
  readonly output: string;
  /** The type of the items that only the provider that has made them can read. */
  readonly reasoning: string;
  readonly inputItems: (input: Json | undefined) => readonly Json[];
}

const STORED_TURNS: Readonly<Record<string, StoredTurns>> = {
  // https://platform.openai.com/docs/guides/conversation-state; over a WebSocket, Codex sends nothing but what is new.
  "openai-responses": {
    previous: "previous_response_id",
    output: "output",
    reasoning: "reasoning",
    inputItems: (input) => (typeof input === "string" ? [{ role: "user", content: input }] : itemsIn(input)),
  },
  // https://ai.google.dev/gemini-api/docs/interactions
  "gemini-interactions": {
    previous: "previous_interaction_id",
    output: "steps",
    reasoning: "thought",
    inputItems: interactionSteps,
  },
};

/** The id of the response that a request continues. */
export function continuedId(request: Json | undefined, dialect: string): string | undefined {
  const stored = STORED_TURNS[dialect];
  const id = stored === undefined || !isObject(request ?? null) ? undefined : (request as JsonObject)[stored.previous];
  return typeof id === "string" ? id : undefined;
}

/** The items that a turn adds to the conversation: those of its request, and those of its response. */
export function turnItems(request: Json | undefined, response: Json | undefined, dialect: string): readonly Json[] {
  const stored = STORED_TURNS[dialect];
  if (stored === undefined || !isObject(request ?? null)) return [];
  const output = isObject(response ?? null) ? (response as JsonObject)[stored.output] : undefined;
  return [...stored.inputItems((request as JsonObject).input), ...itemsIn(output)];
}

/** The items of a turn as the gateway hands them to another provider than the one that has made them. */
export function foreignItems(items: readonly Json[], dialect: string): readonly Json[] {
  const { reasoning } = STORED_TURNS[dialect] ?? {};
  return items.filter((item) => !isObject(item) || item.type !== reasoning);
}

/** A request with the items of the earlier turns before its own, as the gateway translates it. */
export function withEarlier(request: JsonObject, earlier: readonly Json[], dialect: string): JsonObject {
  const { inputItems = itemsIn } = STORED_TURNS[dialect] ?? {};
  return { ...request, input: [...earlier, ...inputItems(request.input)] };
}

/** A request without the field that names the response that it continues. */
export function withoutPrevious(request: Json, dialect: string): Json {
  const { previous } = STORED_TURNS[dialect] ?? {};
  if (previous === undefined || !isObject(request)) return request;
  return Object.fromEntries(Object.entries(request).filter(([field]) => field !== previous));
}

function itemsIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

// An input may be a text, one content block, a list of them, or a list of steps.
function interactionSteps(input: Json | undefined): readonly Json[] {
  if (typeof input === "string") return [{ type: "user_input", content: [{ type: "text", text: input }] }];
  if (isObject(input ?? null)) return [{ type: "user_input", content: [input as JsonObject] }];
  const items = itemsIn(input);
  const isContent = items.length > 0 && items.every((item) => isObject(item) && CONTENT.has(String(item.type)));
  return isContent ? [{ type: "user_input", content: items as Json[] }] : items;
}

const CONTENT: ReadonlySet<string> = new Set(["text", "image", "audio", "video", "document"]);

import { isObject, type Json, JsonError, type JsonObject, parseJson } from "@toolglot/core";
import type { Caller } from "./door.ts";
import { GatewayError } from "./errors.ts";
import type { Hooks, Question } from "./exchange.ts";
import type { Shared } from "./gateway.ts";
import type { Destination } from "./route.ts";
import type { ResponseStore, StoredResponse } from "./store/store.ts";

/** The one dialect whose conversations live on the server. */
const STATEFUL = "openai-responses";

/** What to do with a question for what is stored: go on from an earlier answer, and keep the new one. */
export async function stateHooks(shared: Shared, question: Question): Promise<Hooks & { done(): Promise<void> }> {
  if (question.match.surface.dialect !== STATEFUL) return { prepare: (body) => body, done: async () => {} };
  const { body, caller } = question;
  const earlier = await chainOf(shared.store, caller, body.previous_response_id);
  const answer = new AnswerTap();
  let sentTo: Destination | undefined;
  return {
    prepare: (asked, destination) => {
      sentTo = destination;
      return goingOn(asked, earlier, destination);
    },
    ...(body.store === false ? {} : { tap: (text: string) => answer.take(text) }),
    done: async () => {
      if (body.store === false) return;
      await keep(shared, question, answer.response(), sentTo);
    },
  };
}

/** A stored answer. */
export async function readStored(store: ResponseStore, { tenant }: Caller, id: string): Promise<JsonObject> {
  const stored = await store.get(tenant, id);
  if (stored === undefined) throw unknown(id);
  return stored.response;
}

/** What was asked for a stored answer. */
export async function readStoredInput(store: ResponseStore, { tenant }: Caller, id: string): Promise<JsonObject> {
  const stored = await store.get(tenant, id);
  if (stored === undefined) throw unknown(id);
  const data = stored.input.map((item, index) => (isObject(item) ? { id: `item_${id}_${index}`, ...item } : item));
  const ids = data.map((item) => (isObject(item) ? (item.id ?? null) : null));
  return { object: "list", data, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null, has_more: false };
}

/** Forgets a stored answer. */
export async function forgetStored(store: ResponseStore, { tenant }: Caller, id: string): Promise<JsonObject> {
  if (!(await store.delete(tenant, id))) throw unknown(id);
  return { id, object: "response", deleted: true };
}

function unknown(id: string): GatewayError {
  return new GatewayError("not-found", "response_not_found", `Response with id '${id}' not found.`, { param: "id" });
}

// ── going on from an earlier answer ─────────────────────────────────────────

interface Chain {
  /** From the first turn to the last. */
  readonly turns: readonly StoredResponse[];
  readonly id: string | undefined;
}

async function chainOf(store: ResponseStore, { tenant }: Caller, previous: Json | undefined): Promise<Chain> {
  if (typeof previous !== "string") return { turns: [], id: undefined };
  const turns: StoredResponse[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = previous; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const turn: StoredResponse | undefined = await store.get(tenant, id);
    // An answer that is known in part would be a conversation with a hole in it.
    if (turn === undefined) return { turns: [], id: previous };
    turns.unshift(turn);
    id = turn.previous;
  }
  return { turns, id: previous };
}

function goingOn(body: JsonObject, { turns, id }: Chain, destination: Destination): JsonObject {
  if (id === undefined) return body;
  const { dialect, name } = destination.provider;
  // The provider that gave the answer remembers it better than we do; one that we know nothing of is its own to judge.
  if (dialect === STATEFUL && (turns.length === 0 || turns.at(-1)?.provider === name)) return body;
  if (turns.length === 0)
    throw new GatewayError(
      "invalid-request",
      "previous_response_not_found",
      `Previous response with id '${id}' not found.`,
      {
        param: "previous_response_id",
        status: 404,
        kind: "not-found",
      },
    );
  const { previous_response_id: _, ...rest } = body;
  const earlier = turns.flatMap(({ input, response }) => [...input, ...outputOf(response)]);
  return { ...rest, input: [...earlier, ...inputItems(body.input)] };
}

function outputOf(response: JsonObject): readonly Json[] {
  return Array.isArray(response.output) ? (response.output as Json[]) : [];
}

function inputItems(input: Json | undefined): readonly Json[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  return Array.isArray(input) ? (input as Json[]) : [];
}

// ── keeping an answer ───────────────────────────────────────────────────────

async function keep(
  shared: Shared,
  { body, caller }: Question,
  response: JsonObject | undefined,
  destination: Destination | undefined,
): Promise<void> {
  if (response === undefined || typeof response.id !== "string") return;
  const previous = body.previous_response_id;
  const isTheirs = destination?.provider.dialect === STATEFUL;
  await shared.store.put({
    id: response.id,
    tenant: caller.tenant,
    created: Math.floor(shared.now() / 1000),
    input: inputItems(body.input),
    response,
    ...(typeof previous === "string" ? { previous } : {}),
    ...(isTheirs && destination !== undefined ? { provider: destination.provider.name } : {}),
  });
}

/** Finds the whole answer in what the client is sent: a body, or the last event of a stream, which holds all of it. */
class AnswerTap {
  private body = "";
  private isStream = false;

  take(text: string): void {
    if (this.body === "") this.isStream = !text.startsWith("{");
    if (!this.isStream) this.body += text;
    else {
      const at = text.search(/event: response\.(?:completed|incomplete)\n/);
      if (at >= 0) this.body = text.slice(at);
      else if (this.body !== "") this.body += text;
    }
  }

  response(): JsonObject | undefined {
    const text = this.isStream ? /^data: (.*)$/m.exec(this.body)?.[1] : this.body;
    const value = text === undefined ? undefined : read(text);
    const whole = this.isStream && isObject(value) ? value.response : value;
    return isObject(whole) ? whole : undefined;
  }
}

function read(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    // Not an answer, so nothing to keep.
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

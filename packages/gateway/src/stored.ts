import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { AnswerTap } from "./answer-tap.ts";
import type { Provider } from "./config/config.ts";
import type { Caller } from "./door.ts";
import { GatewayError } from "./errors.ts";
import type { Hooks, Question } from "./exchange.ts";
import { fetchWhole } from "./fetch.ts";
import type { Shared } from "./gateway.ts";
import type { Destination } from "./route.ts";
import type { ResponseStore, StoredResponse } from "./store/store.ts";
import { upstreamQuestion } from "./upstream.ts";

/** The one dialect whose conversations live on the server. */
const STATEFUL = "openai-responses";

/** What to do with a question for what is stored: go on from an earlier answer, and keep the new one. */
export async function stateHooks(shared: Shared, question: Question): Promise<Hooks & { done(): Promise<void> }> {
  if (question.match.surface.dialect !== STATEFUL) return { prepare: (body) => body, done: async () => {} };
  const { body, caller, streams } = question;
  const earlier = await chainOf(shared.store, caller, body.previous_response_id);
  const answer = new AnswerTap(streams);
  let sentTo: Destination | undefined;
  const named = { id: shared.makeId(), ...(earlier.id === undefined ? {} : { previous: earlier.id }) };
  return {
    // What a provider calls its answer may be said twice, or be guessed; one that comes back to it must be told its own.
    answer: ({ provider }) => (provider.dialect === STATEFUL ? undefined : named),
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
export async function readStored(store: ResponseStore, caller: Caller, id: string): Promise<JsonObject> {
  return (await found(store, caller, id)).response;
}

/** What was asked for a stored answer, the latest first unless it is asked otherwise. */
export async function readStoredInput(
  store: ResponseStore,
  caller: Caller,
  id: string,
  query: URLSearchParams = new URLSearchParams(),
): Promise<JsonObject> {
  const { input } = await found(store, caller, id);
  const items = input.map((item, index) => listedItem(item, `item_${id}_${index}`));
  const sorted = query.get("order") === "asc" ? items : items.reverse();
  const rest = sorted.slice(sorted.findIndex((item) => item.id === query.get("after")) + 1);
  const data = rest.slice(0, pageSize(query.get("limit")));
  const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  return { object: "list", data, first_id: first, last_id: last, has_more: data.length < rest.length };
}

/** Forgets a stored answer, and has the provider forget it that keeps it too. */
export async function forgetStored(shared: Shared, caller: Caller, id: string): Promise<JsonObject> {
  const { provider: name } = await found(shared.store, caller, id);
  const provider = name === undefined ? undefined : shared.config.providers.get(name);
  if (provider?.dialect === STATEFUL) await forgetAt(shared, provider, id);
  await shared.store.delete(caller.tenant, id);
  return { id, object: "response", deleted: true };
}

async function found(store: ResponseStore, { tenant }: Caller, id: string): Promise<StoredResponse> {
  const stored = await store.get(tenant, id);
  if (stored !== undefined) return stored;
  throw unknown("response_not_found", `Response with id '${id}' not found.`, "id");
}

function noPrevious(id: string): GatewayError {
  const message = `Previous response with id '${id}' not found.`;
  return unknown("previous_response_not_found", message, "previous_response_id");
}

// OpenAI has no error type of its own for what is not there.
function unknown(code: string, message: string, param: string): GatewayError {
  return new GatewayError("invalid-request", code, message, { status: 404, param });
}

/** https://platform.openai.com/docs/api-reference/responses/input-items */
function pageSize(limit: string | null): number {
  const size = Number(limit ?? 20);
  if (Number.isInteger(size) && size >= 1 && size <= 100) return size;
  throw new GatewayError("invalid-request", "invalid_value", "limit must be between 1 and 100", { param: "limit" });
}

// A message may be written in short, and is told in full.
function listedItem(item: Json, id: string): JsonObject {
  if (!isObject(item)) return { id, type: "message", role: "user", content: [] };
  const { role, content } = item;
  if (role === undefined) return { id, ...item };
  const type = role === "assistant" ? "output_text" : "input_text";
  return {
    id,
    type: "message",
    ...item,
    ...(typeof content === "string" ? { content: [{ type, text: content }] } : {}),
  };
}

async function forgetAt(shared: Shared, provider: Provider, id: string): Promise<void> {
  const { headers, timeouts } = provider;
  const question = upstreamQuestion({ provider, headers, timeouts }, `/responses/${encodeURIComponent(id)}`, "DELETE");
  const { status } = await fetchWhole(shared.sendTo(provider), question, timeouts.firstByte);
  // What it does not have, or never kept, need not be forgotten.
  if (status < 300 || status === 404 || status === 405) return;
  throw new GatewayError("server", "upstream_error", `the provider that keeps it too answered ${status}`);
}

// ── going on from an earlier answer ─────────────────────────────────────────

interface Chain {
  readonly id: string | undefined;
  /** From the first turn to the last; none where one of them is not known. */
  readonly turns: readonly StoredResponse[];
  /** Whether providers may be asked for what is not known here. */
  readonly isOpen: boolean;
}

async function chainOf(store: ResponseStore, { tenant }: Caller, previous: Json | undefined): Promise<Chain> {
  // Where callers have keys, the answers of one are not there for another, and the provider cannot tell them apart.
  const isOpen = tenant === "";
  if (typeof previous !== "string") return { turns: [], id: undefined, isOpen };
  const turns: StoredResponse[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = previous; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const turn: StoredResponse | undefined = await store.get(tenant, id);
    // The provider may know what came before the turns that we know.
    if (turn === undefined) return { turns: [], id: previous, isOpen: isOpen || seen.size > 1 };
    turns.unshift(turn);
    id = turn.previous;
  }
  return { turns, id: previous, isOpen };
}

function goingOn(body: JsonObject, { turns, id, isOpen }: Chain, destination: Destination): JsonObject {
  if (id === undefined) return body;
  const { dialect, name } = destination.provider;
  const isStateful = dialect === STATEFUL;
  // The provider that gave the answer remembers it better than we do; one that we know nothing of is its own to judge.
  if (isStateful && (turns.length === 0 ? isOpen : turns.at(-1)?.provider === name)) return body;
  if (turns.length === 0) throw noPrevious(id);
  const { previous_response_id: _, ...rest } = body;
  const earlier = turns.flatMap(({ input, response }) => [
    ...input,
    ...(isStateful ? outputOf(response).flatMap(foreignItem) : outputOf(response)),
  ]);
  return { ...rest, input: [...earlier, ...inputItems(body.input)] };
}

// By their ids a provider looks for what it has kept itself, and it can only read the thoughts of its own models.
function foreignItem(item: Json): Json[] {
  if (!isObject(item)) return [];
  const { id: _, ...rest } = item;
  return item.type === "reasoning" ? [] : [rest];
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

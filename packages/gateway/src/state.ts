import type { Json, JsonObject } from "@toolglot/core";
import { AnswerTap } from "./answer-tap.ts";
import type { Caller } from "./door.ts";
import type { GatewayError } from "./errors.ts";
import type { Hooks, Question } from "./exchange.ts";
import type { Shared } from "./gateway.ts";
import { checkReferred, type Referred, referredItems, withReferred } from "./references.ts";
import type { Destination } from "./route.ts";
import { foreignItem, inputItems, outputOf, STATEFUL, unknown } from "./stateful.ts";
import type { ResponseStore, StoredResponse } from "./store/store.ts";

/** What to do with a question for what is stored: go on from an earlier answer, and keep the new one. */
export async function stateHooks(shared: Shared, question: Question): Promise<Hooks & { done(): Promise<void> }> {
  if (question.match.surface.dialect !== STATEFUL) return { prepare: (body) => body, done: async () => {} };
  const { body, caller, streams } = question;
  const earlier = await chainOf(shared.store, caller, body.previous_response_id);
  const referred = await referredItems(shared.store, caller, inputItems(body.input));
  const answer = new AnswerTap(streams);
  let sentTo: Destination | undefined;
  const named = { id: shared.makeId(), ...(earlier.id === undefined ? {} : { previous: earlier.id }) };
  return {
    // What a provider calls its answer may be said twice, or be guessed; one that comes back to it must be told its own.
    answer: ({ provider }) => (provider.dialect === STATEFUL ? undefined : named),
    prepare: (asked, destination) => {
      sentTo = destination;
      return goingOn(spelledOut(asked, referred, destination), earlier, destination);
    },
    ...(body.store === false ? {} : { tap: (text: string) => answer.take(text) }),
    done: async () => {
      if (body.store === false) return;
      const input = withReferred(inputItems(body.input), referred, (item) => [item]);
      await keep(shared, question, { response: answer.response(), input, sentTo });
    },
  };
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

function noPrevious(id: string): GatewayError {
  const message = `Previous response with id '${id}' not found.`;
  return unknown("previous_response_not_found", message, "previous_response_id");
}

// A provider that keeps nothing has to be told what is only referred to; another may know what we do not.
function spelledOut(body: JsonObject, items: Referred, { provider }: Destination): JsonObject {
  const isStateful = provider.dialect === STATEFUL;
  if (!isStateful) checkReferred(inputItems(body.input), items);
  if (items.size === 0) return body;
  const write = isStateful ? foreignItem : (item: Json) => [item];
  return { ...body, input: withReferred(inputItems(body.input), items, write) };
}

// ── keeping an answer ───────────────────────────────────────────────────────

interface Kept {
  readonly response: JsonObject | undefined;
  readonly input: readonly Json[];
  readonly sentTo: Destination | undefined;
}

async function keep(shared: Shared, { body, caller }: Question, { response, input, sentTo }: Kept): Promise<void> {
  if (response === undefined || typeof response.id !== "string") return;
  const previous = body.previous_response_id;
  await shared.store.put({
    id: response.id,
    tenant: caller.tenant,
    created: Math.floor(shared.now() / 1000),
    input,
    response,
    ...(typeof previous === "string" ? { previous } : {}),
    ...(sentTo?.provider.dialect === STATEFUL ? { provider: sentTo.provider.name } : {}),
  });
}

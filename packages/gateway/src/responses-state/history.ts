import { isObject, type Json, type JsonObject, type Loss } from "@toolglot/core";
import type { Provider } from "../config/config.ts";
import type { GatewayError } from "../errors.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { Caller } from "../http/auth.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { checkReferences, loadReferencedItems, type ReferencedItems, replaceReferences } from "./item-references.ts";
import { findResponse, foreignItem, inputItems, notFoundError, outputItems, replayedItem, STATEFUL } from "./items.ts";
import { checkProviderState } from "./state-fields.ts";
import { storesResponses } from "./stores-responses.ts";

/** A question as a destination can be asked it, and what is lost of what was stored. */
export interface PreparedBody {
  readonly body: JsonObject;
  readonly losses: readonly Loss[];
}

/** What a question goes on from, as far as it is stored here. */
export interface History {
  /** The answer that it goes on from. */
  readonly previous: string | undefined;
  /** What it refers to, in the place of the references. */
  readonly input: readonly Json[];
  prepare(body: JsonObject, destination: Destination): PreparedBody;
  /** All that the model is told with a request to a provider that remembers the rest. */
  withHistory(request: JsonObject): JsonObject;
}

/** Finds what a question goes on from. */
export async function loadHistory(store: ResponseStore, caller: Caller, body: JsonObject): Promise<History> {
  const earlier = await chainOf(store, caller, body.previous_response_id);
  const referred = await loadReferencedItems(store, caller, inputItems(body.input));
  return {
    previous: earlier.id,
    input: replaceReferences(inputItems(body.input), referred, ({ item }) => [item]),
    prepare: (asked, destination) => {
      const losses: Loss[] = [];
      checkProviderState(asked, storesResponses(destination.provider));
      const told = spelledOut(asked, referred, { destination, caller, losses });
      return { body: goingOn(told, earlier, destination, losses), losses };
    },
    withHistory: (request) =>
      request.previous_response_id === undefined ? request : withTurns(request, earlier.turns, (item) => [item]),
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
  const isOpen = tenant === "";
  if (typeof previous !== "string") return { turns: [], id: undefined, isOpen };
  const turns: StoredResponse[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = previous; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const turn: StoredResponse | undefined = await findResponse(store, tenant, id);
    // The provider may know what came before the turns that we know.
    if (turn === undefined) return { turns: [], id: previous, isOpen: isOpen || seen.size > 1 };
    turns.unshift(turn);
    id = turn.previous;
  }
  return { turns, id: previous, isOpen };
}

function goingOn(
  body: JsonObject,
  { turns, id, isOpen }: Chain,
  { provider }: Destination,
  losses: Loss[],
): JsonObject {
  if (id === undefined) return body;
  // The provider that gave the answer remembers it better than we do; one that we know nothing of is its own to judge.
  if (storesResponses(provider) && (turns.length === 0 ? isOpen : turns.at(-1)?.provider === provider.name))
    return body;
  if (turns.length === 0) throw noPrevious(id);
  return withTurns(body, turns, (item, turn) => toldTo(provider, { item, ...turn }, "/previous_response_id", losses));
}

/** An item of an earlier turn as a provider can be told it. */
function toldTo({ dialect, name }: Provider, { item, maker }: Made, path: string, losses: Loss[]): Json[] {
  if (dialect !== STATEFUL) return [item];
  return maker === name ? replayedItem(item) : foreignItem(item, path, losses);
}

interface Made {
  readonly item: Json;
  readonly maker?: string | undefined;
}

type Tell = (item: Json, turn: StoredResponse) => Json[];

function withTurns(body: JsonObject, turns: Chain["turns"], told: Tell): JsonObject {
  const { previous_response_id: _, ...rest } = body;
  const earlier = turns.flatMap((turn) =>
    [...turn.input, ...outputItems(turn.response)].flatMap((item) => told(item, turn)),
  );
  return { ...rest, input: [...earlier, ...inputItems(body.input)] };
}

function noPrevious(id: string): GatewayError {
  const message = `Previous response with id '${id}' not found.`;
  return notFoundError("previous_response_not_found", message, "previous_response_id");
}

// ── what is only referred to ────────────────────────────────────────────────

interface Telling {
  readonly destination: Destination;
  readonly caller: Caller;
  readonly losses: Loss[];
}

// Where callers have keys, what is one's own is not there for another (S25), and the provider cannot tell them apart: it is
// only asked for what is known to be the caller's. One that keeps nothing has to be told all of it.
function spelledOut(body: JsonObject, items: ReferencedItems, { destination, caller, losses }: Telling): JsonObject {
  const { provider } = destination;
  const isKeeper = storesResponses(provider);
  const input = inputItems(body.input);
  if (!isKeeper || caller.tenant !== "") checkReferences(input, items);
  if (isKeeper && caller.tenant !== "") checkConversation(body.conversation);
  if (items.size === 0) return body;
  const told = replaceReferences(input, items, (referred, reference, index) =>
    isKeeper && referred.provider === provider.name
      ? [reference]
      : toldTo(provider, referred, `/input/${index}`, losses),
  );
  return { ...body, input: told };
}

// Conversations are made past the gateway, so that nobody's are known here.
function checkConversation(conversation: Json = null): void {
  const id = isObject(conversation) ? conversation.id : conversation;
  if (typeof id !== "string") return;
  throw notFoundError("conversation_not_found", `Conversation with id '${id}' not found.`, "conversation");
}

import type { Json, JsonObject, Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { PreparedBody } from "../exchange/hooks.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { loadReferencedItems, type ReferencedItems, replaceReferences } from "./item-references.ts";
import { findResponse, notStoredError, outputItems } from "./items.ts";
import { itemFor, resolveReferences } from "./resolve-references.ts";
import { checkProviderState } from "./state-fields.ts";
import { type StatefulDialect, storesResponses } from "./stores-responses.ts";

/** The stored conversation that a request continues. */
export interface History {
  /** The id of the response that it continues from. */
  readonly previous: string | undefined;
  /** The ids of the responses before that one, the latest first: as many as are read at once. */
  readonly earlier: readonly string[];
  /** The request's items, with item references replaced by the items. */
  readonly input: readonly Json[];
  /** The body for a destination: with the earlier turns if the provider does not have them. */
  prepare(body: JsonObject, destination: Destination): PreparedBody;
  /** A provider's request with all earlier turns, also if the provider has them. */
  readonly withHistory: (request: JsonObject) => JsonObject;
}

type ReadableStore = Pick<ResponseStore, "get">;

/** Loads what a request refers to. */
export function loadHistory(store: ReadableStore, request: StatefulRequest): History | Promise<History> {
  const { caller, body, stateful } = request;
  const { state } = stateful;
  const chain = loadChain(store, caller, { previous: body[state.previousField], stateful });
  const items = loadReferencedItems(store, { caller, input: state.inputItems(body.input), state });
  // Most requests refer to nothing.
  if (!(chain instanceof Promise || items instanceof Promise)) return historyOf(request, chain, items);
  return Promise.all([chain, items]).then((loaded) => historyOf(request, ...loaded));
}

interface StatefulRequest {
  readonly caller: Caller;
  readonly body: JsonObject;
  readonly stateful: StatefulDialect;
}

function historyOf({ caller, body, stateful }: StatefulRequest, chain: Chain, items: ReferencedItems): History {
  const { state } = stateful;
  return {
    previous: chain.id,
    earlier: earlierIds(chain),
    input: replaceReferences(state.inputItems(body.input), items, ({ item }) => [item]),
    prepare: (requested, destination) => {
      const losses: Loss[] = [];
      checkProviderState(requested, storesResponses(destination.provider, stateful));
      const resolved = resolveReferences(requested, items, { destination, caller, stateful, losses });
      const continued = continuedBody(resolved, chain, destination, losses);
      const earlier = continued === resolved ? earlierTurns(resolved, chain, destination) : undefined;
      return { body: continued, losses, ...(earlier === undefined ? {} : { earlier }) };
    },
    withHistory: (request) =>
      request[state.previousField] === undefined ? request : withTurns(request, chain, (item) => [item]),
  };
}

interface Chain {
  readonly stateful: StatefulDialect;
  readonly id: string | undefined;
  /** From the first turn to the last; empty if one of them is not stored. */
  readonly turns: readonly StoredResponse[];
  /** Whether a provider may be asked for a response that is not stored here. */
  readonly isOpen: boolean;
}

function loadChain(
  store: ReadableStore,
  { tenant }: Caller,
  { previous, stateful }: { readonly previous: Json | undefined; readonly stateful: StatefulDialect },
): Chain | Promise<Chain> {
  if (typeof previous === "string") return loadChainTo(previous, store, { tenant, stateful });
  return { stateful, turns: [], id: undefined, isOpen: tenant === "" };
}

async function loadChainTo(
  previous: string,
  store: ReadableStore,
  { tenant, stateful }: { readonly tenant: string; readonly stateful: StatefulDialect },
): Promise<Chain> {
  const isOpen = tenant === "";
  const turns: StoredResponse[] = [];
  const seen = new Set<string>();
  for (let ids = [previous]; ids.length > 0; ids = idsBefore(turns[0], seen)) {
    const found = await Promise.all(ids.map((id) => findResponse(store, { tenant, id, state: stateful.state })));
    for (const [index, turn] of found.entries()) {
      // The provider may have the turns before those that are stored here.
      if (turn === undefined) return { stateful, turns: [], id: previous, isOpen: isOpen || seen.size > 0 };
      seen.add(ids[index] as string);
      turns.unshift(turn);
    }
  }
  return { stateful, turns, id: previous, isOpen };
}

/** How many turns are read at once. */
const MAX_EARLIER = 64;

function idsBefore({ previous, earlier = [] }: Partial<StoredResponse> = {}, seen: ReadonlySet<string>): string[] {
  return previous === undefined ? [] : [previous, ...earlier].filter((id) => !seen.has(id));
}

function earlierIds({ turns }: Chain): readonly string[] {
  const before = turns.slice(0, -1).map(({ id }) => id);
  return before.slice(-MAX_EARLIER).reverse();
}

function continuedBody(body: JsonObject, chain: Chain, { provider }: Destination, losses: Loss[]): JsonObject {
  const { stateful, turns, id, isOpen } = chain;
  if (id === undefined) return body;
  // The provider that stored the last turn continues from it. If nothing is stored here, the provider decides.
  if (storesResponses(provider, stateful) && (turns.length === 0 ? isOpen : turns.at(-1)?.provider === provider.name))
    return body;
  const { previousField } = stateful.state;
  if (turns.length === 0) throw noPrevious(id, previousField);
  return withTurns(body, chain, (item, turn) =>
    itemFor({ provider, stateful }, { item, ...turn }, `/${previousField}`, losses),
  );
}

// What a turn has found is stored under its own request and response.
function earlierTurns(
  body: JsonObject,
  { turns, stateful: { state } }: Chain,
  { toolSearch }: Destination,
): readonly JsonObject[] | undefined {
  if (toolSearch !== "auto" || turns.length === 0) return undefined;
  const { [state.previousField]: _, ...rest } = body;
  return turns.map(({ input, response }) => ({ ...rest, input: [...input, ...outputItems(response, state)] }));
}

function withTurns(
  body: JsonObject,
  { turns, stateful: { state } }: Chain,
  write: (item: Json, turn: StoredResponse) => Json[],
): JsonObject {
  const { [state.previousField]: _, ...rest } = body;
  const earlier = turns.flatMap((turn) =>
    [...turn.input, ...outputItems(turn.response, state)].flatMap((item) => write(item, turn)),
  );
  return { ...rest, input: [...earlier, ...state.inputItems(body.input)] };
}

function noPrevious(id: string, field: string): Error {
  const message = `Previous response with id '${id}' not found.`;
  return notStoredError("previous_response_not_found", message, field);
}

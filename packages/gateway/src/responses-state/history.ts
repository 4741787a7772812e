import type { Json, JsonObject, Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { PreparedBody } from "../exchange/hooks.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { loadReferencedItems, replaceReferences } from "./item-references.ts";
import { findResponse, inputItems, notStoredError, outputItems } from "./items.ts";
import { itemFor, resolveReferences } from "./resolve-references.ts";
import { checkProviderState } from "./state-fields.ts";
import { storesResponses } from "./stores-responses.ts";

/** The stored conversation that a request continues. */
export interface History {
  /** The id of the response that it continues from. */
  readonly previous: string | undefined;
  /** The request's items, with item references replaced by the items. */
  readonly input: readonly Json[];
  /** The body for a destination: with the earlier turns if the provider does not have them. */
  prepare(body: JsonObject, destination: Destination): PreparedBody;
  /** A provider's request with all earlier turns, also if the provider has them. */
  withHistory(request: JsonObject): JsonObject;
}

/** Loads what a request refers to. */
export async function loadHistory(store: ResponseStore, caller: Caller, body: JsonObject): Promise<History> {
  const chain = await loadChain(store, caller, body.previous_response_id);
  const items = await loadReferencedItems(store, caller, inputItems(body.input));
  return {
    previous: chain.id,
    input: replaceReferences(inputItems(body.input), items, ({ item }) => [item]),
    prepare: (requested, destination) => {
      const losses: Loss[] = [];
      checkProviderState(requested, storesResponses(destination.provider));
      const resolved = resolveReferences(requested, items, { destination, caller, losses });
      return { body: continuedBody(resolved, chain, destination, losses), losses };
    },
    withHistory: (request) =>
      request.previous_response_id === undefined ? request : withTurns(request, chain.turns, (item) => [item]),
  };
}

interface Chain {
  readonly id: string | undefined;
  /** From the first turn to the last; empty if one of them is not stored. */
  readonly turns: readonly StoredResponse[];
  /** Whether a provider may be asked for a response that is not stored here. */
  readonly isOpen: boolean;
}

async function loadChain(store: ResponseStore, { tenant }: Caller, previous: Json | undefined): Promise<Chain> {
  const isOpen = tenant === "";
  if (typeof previous !== "string") return { turns: [], id: undefined, isOpen };
  const turns: StoredResponse[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = previous; id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const turn: StoredResponse | undefined = await findResponse(store, tenant, id);
    // The provider may have the turns before those that are stored here.
    if (turn === undefined) return { turns: [], id: previous, isOpen: isOpen || seen.size > 1 };
    turns.unshift(turn);
    id = turn.previous;
  }
  return { turns, id: previous, isOpen };
}

function continuedBody(
  body: JsonObject,
  { turns, id, isOpen }: Chain,
  { provider }: Destination,
  losses: Loss[],
): JsonObject {
  if (id === undefined) return body;
  // The provider that stored the last turn continues from it. If nothing is stored here, the provider decides.
  if (storesResponses(provider) && (turns.length === 0 ? isOpen : turns.at(-1)?.provider === provider.name))
    return body;
  if (turns.length === 0) throw noPrevious(id);
  return withTurns(body, turns, (item, turn) => itemFor(provider, { item, ...turn }, "/previous_response_id", losses));
}

function withTurns(
  body: JsonObject,
  turns: readonly StoredResponse[],
  write: (item: Json, turn: StoredResponse) => Json[],
): JsonObject {
  const { previous_response_id: _, ...rest } = body;
  const earlier = turns.flatMap((turn) =>
    [...turn.input, ...outputItems(turn.response)].flatMap((item) => write(item, turn)),
  );
  return { ...rest, input: [...earlier, ...inputItems(body.input)] };
}

function noPrevious(id: string): Error {
  const message = `Previous response with id '${id}' not found.`;
  return notStoredError("previous_response_not_found", message, "previous_response_id");
}

import type { Json, JsonObject, Loss } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { Caller } from "../caller.ts";
import type { Provider } from "../config/config.ts";
import type { Destination } from "../exchange/destinations.ts";
import { checkReferences, type ReferencedItems, replaceReferences } from "./item-references.ts";
import { foreignItem, notStoredError, replayedItem } from "./items.ts";
import { type StatefulDialect, speaks, storesResponses } from "./stores-responses.ts";

export interface ResolveOptions {
  readonly destination: Destination;
  readonly caller: Caller;
  readonly stateful: StatefulDialect;
  readonly losses: Loss[];
}

/**
 * Replaces item references that the provider cannot resolve. A provider cannot tell the gateway's callers apart, so with
 * keys only references are sent on that are known to be the caller's own.
 */
export function resolveReferences(
  body: JsonObject,
  items: ReferencedItems,
  { destination, caller, stateful, losses }: ResolveOptions,
): JsonObject {
  const { provider } = destination;
  const isStored = storesResponses(provider, stateful);
  const input = stateful.state.inputItems(body.input);
  if (!isStored || caller.tenant !== "") checkReferences(input, items);
  if (isStored && caller.tenant !== "") checkConversation(body.conversation);
  if (items.size === 0) return body;
  const resolved = replaceReferences(input, items, (referenced, reference, index) =>
    isStored && referenced.provider === provider.name
      ? [reference]
      : itemFor({ provider, stateful }, referenced, `/input/${index}`, losses),
  );
  return { ...body, input: resolved };
}

export interface StoredItem {
  readonly item: Json;
  /** The name of the provider that produced it. */
  readonly maker?: string | undefined;
}

/** An item of an earlier turn, as a provider can take it. */
export function itemFor(
  { provider, stateful }: { readonly provider: Provider; readonly stateful: StatefulDialect },
  { item, maker }: StoredItem,
  path: string,
  losses: Loss[],
): Json[] {
  if (!speaks(provider, stateful)) return [item];
  return maker === provider.name ? replayedItem(item, stateful.state) : foreignItem(item, path, stateful, losses);
}

// Conversations are created at the provider directly, so it is not known whose they are.
function checkConversation(conversation: Json = null): void {
  const id = isObject(conversation) ? conversation.id : conversation;
  if (typeof id !== "string") return;
  throw notStoredError("conversation_not_found", `Conversation with id '${id}' not found.`, "conversation");
}

import type { JsonObject } from "@toolglot/core";
import type { StoredState } from "./binding.ts";

/** https://platform.openai.com/docs/guides/conversation-state */
export const stateful: StoredState = {
  previousField: "previous_response_id",
  requestFields: new Set(["previous_response_id", "conversation", "prompt", "store"]),
  outputField: "output",
  inputItems(input) {
    if (typeof input === "string") return [{ role: "user", content: input }];
    return Array.isArray(input) ? input : [];
  },
  hasItemIds: true,
  replayedItem,
  foreignItem,
  finalStatuses: new Set(["completed", "incomplete"]),
  // The type is read from the data, since llama.cpp sends no `event:` lines.
  events: { type: "type", response: "response", last: /^response\.(?:completed|incomplete)$/ },
  path: (id) => `/responses/${encodeURIComponent(id)}`,
  deleted: (id) => ({ id, object: "response", deleted: true }),
};

function replayedItem(item: JsonObject): JsonObject {
  const { encrypted_content: encrypted, ...rest } = item;
  // llama.cpp writes an empty `encrypted_content`, and refuses it in a request.
  const sent: JsonObject = encrypted === "" || encrypted === null || encrypted === undefined ? rest : item;
  // llama.cpp recognizes a message by its `type` only.
  return sent.role !== undefined && sent.type === undefined ? { type: "message", ...sent } : sent;
}

// Another provider would look up the item's id among its own items.
function foreignItem(item: JsonObject): JsonObject | undefined {
  if (item.type === "item_reference") return item;
  if (item.type === "reasoning") return undefined;
  const { id: _, ...rest } = item;
  return rest;
}

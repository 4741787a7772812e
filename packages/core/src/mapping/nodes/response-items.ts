// For dialects whose responses have a list of items in place of one message, and repeat fields of the request
// (Responses, Interactions).

import { setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { NodeOrigin } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Candidate } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { groupAdjacent } from "../lists/group-adjacent.ts";

/** Splits a response into its own fields and those that repeat the request, such as `tools` and `temperature`. */
export function separateEcho(
  body: JsonObject,
  echoed: ReadonlySet<string>,
  report: Report,
): { own: JsonObject; echo: JsonObject } {
  const own: Record<string, Json> = {};
  const echo: Record<string, Json> = {};
  for (const [key, value] of Object.entries(body)) setKey(echoed.has(key) ? echo : own, key, value);
  for (const key in echo) report.at(key).change("echoed-field");
  return { own, echo };
}

/** The unknown fields of items by pointers below their list: `/status` of the second item is `/1/status`. */
export function notesOnList(notes: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(
    notes.flatMap((each, index) => Object.entries(each).map(([key, value]) => [`/${index}${key}`, value])),
  );
}

/** A note with objects of the codec. It is read by the same dialect in the same process, and so need not be JSON. */
export function memoryNote(memory: object): { readonly memory: JsonObject } {
  return { memory: memory as JsonObject };
}

/** The objects that `memoryNote` has kept in a candidate. */
export function memoryOf<T extends object>(candidate: Candidate | undefined, dialect: string): T | undefined {
  return candidate?.extras?.[dialect]?.memory as T | undefined;
}

/** Groups the parts of a response by the items that they came from, and inserts the items that had no parts, at their indexes. */
export function itemsOf(
  parts: readonly Part[],
  items: readonly Message[],
  isWithoutParts: (item: Message) => boolean,
): Message[] {
  const itemByOrigin = new Map<NodeOrigin | undefined, Message>(
    items.flatMap((item) => (item.origin === undefined ? [] : item.parts.map(({ origin }) => [origin, item] as const))),
  );
  const runs = groupAdjacent(parts, ({ origin }) => itemByOrigin.get(origin)?.origin?.place.pointer);
  const messages = runs.map((run): Message => ({ role: "assistant", ...itemByOrigin.get(run[0].origin), parts: run }));
  for (const [index, item] of items.entries()) if (isWithoutParts(item)) messages.splice(index, 0, item);
  return messages;
}

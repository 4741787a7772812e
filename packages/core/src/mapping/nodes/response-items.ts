import { setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { NodeOrigin } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Candidate } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { groupAdjacent } from "../lists/group-adjacent.ts";

// For dialects whose responses repeat the request, and have a list of items in place of one message.

/** Takes the fields that repeat the request out of a response: they are no part of it. */
export function separateEcho(
  body: JsonObject,
  echoed: ReadonlySet<string>,
  report: Report,
): { said: JsonObject; echo: JsonObject } {
  const said: Record<string, Json> = {};
  const echo: Record<string, Json> = {};
  for (const [key, value] of Object.entries(body)) setKey(echoed.has(key) ? echo : said, key, value);
  for (const key in echo) report.at(key).change("echoed-field");
  return { said, echo };
}

/** The notes of items as notes of their list. */
export function notesOnList(notes: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(
    notes.flatMap((each, index) => Object.entries(each).map(([key, value]) => [`/${index}${key}`, value])),
  );
}

/** The note that a response keeps for its own dialect alone, so that it need not be JSON. */
export function memoryNote(memory: object): { readonly memory: JsonObject } {
  return { memory: memory as JsonObject };
}

/** What a candidate keeps for its own dialect. */
export function memoryOf<T extends object>(candidate: Candidate | undefined, dialect: string): T | undefined {
  return candidate?.extras?.[dialect]?.memory as T | undefined;
}

/** The messages to write: parts of one item are one item again, and items without parts are back in their places. */
export function itemsOf(
  parts: readonly Part[],
  items: readonly Message[],
  isWithoutParts: (item: Message) => boolean,
): Message[] {
  const homes = new Map<NodeOrigin | undefined, Message>(
    items.flatMap((item) => (item.origin === undefined ? [] : item.parts.map(({ origin }) => [origin, item] as const))),
  );
  const runs = groupAdjacent(parts, ({ origin }) => homes.get(origin)?.origin?.place.pointer);
  const messages = runs.map((run): Message => ({ role: "assistant", ...homes.get(run[0].origin), parts: run }));
  for (const [index, item] of items.entries()) if (isWithoutParts(item)) messages.splice(index, 0, item);
  return messages;
}

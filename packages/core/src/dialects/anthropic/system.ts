import { isArray } from "../../json/value.ts";
import { loseField, loseForeignExtras, nodeReport } from "../../mapping/node.ts";
import { reportDeveloper } from "../../mapping/nodes/developer.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { contentOf, partsOf } from "./content.ts";

/** Reads `system`. */
export function systemOf(system: Json | undefined, report: Report): Message[] {
  if (system === undefined) return [];
  const origin = { dialect: "anthropic", place: report.place, fields: { content: "" } };
  return [{ role: "system", parts: partsOf(system, report), plain: !isArray(system), origin }];
}

/** Writes `system`. */
export function systemWire(leading: readonly Message[], report: Report): Json | undefined {
  const [first, ...others] = leading;
  if (first === undefined) return undefined;
  for (const message of leading) reportSystem(message, report);
  if (others.length > 0) for (const message of leading) nodeReport(message, report).change("joined-system");
  const parts = leading.flatMap((message) =>
    message.parts.filter((part) => part.type !== "text" || part.text !== "" || first.origin?.dialect === "anthropic"),
  );
  return contentOf(parts, others.length > 0 ? { plain: false } : { plain: first.plain }, report);
}

/** Splits a conversation into the system messages that it begins with, and the rest. */
export function splitSystem(messages: readonly Message[]): { leading: readonly Message[]; rest: readonly Message[] } {
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const end = first < 0 ? messages.length : first;
  // A system message in the native list of messages stays there, even if it is the first.
  const own = messages.findIndex(({ origin }) => origin?.dialect === "anthropic" && origin.place.key !== "system");
  const cut = own < 0 ? end : Math.min(end, own);
  return { leading: messages.slice(0, cut), rest: messages.slice(cut) };
}

function reportSystem(message: Message, report: Report): void {
  reportDeveloper(message, report);
  if (message.name !== undefined) loseField(message, "name", report);
  loseForeignExtras("anthropic", message, report);
}

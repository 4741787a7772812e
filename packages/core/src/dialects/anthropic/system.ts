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

function reportSystem(message: Message, report: Report): void {
  reportDeveloper(message, report);
  if (message.name !== undefined) loseField(message, "name", report);
  loseForeignExtras("anthropic", message, report);
}

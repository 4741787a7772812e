import { isArray } from "../../json/value.ts";
import { loseField, loseForeignExtras, nodeReport } from "../../mapping/node.ts";
import { reportDeveloper } from "../../mapping/nodes/developer.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { contentOf, partsOf } from "./content.ts";
import { reportList } from "./plain-content.ts";

/** Reads `system`. */
export function systemOf(system: Json | undefined, report: Report): Message[] {
  if (!isArray(system)) return [];
  const origin = { dialect: DIALECT, place: report.place, fields: {} };
  return [{ role: "system", parts: partsOf(system, report), origin }];
}

/** Writes `system`. */
export function systemWire(leading: readonly Message[], report: Report): Json | undefined {
  const [first, ...others] = leading;
  if (first === undefined) return undefined;
  for (const message of leading) reportSystem(message, report);
  if (others.length > 0) for (const message of leading) nodeReport(message, report).change("joined-system");
  const own = first.origin?.dialect === DIALECT;
  const parts = leading.flatMap((message) =>
    message.parts.filter((part) => part.type !== "text" || part.text.trim() !== "" || own),
  );
  const content = contentOf(parts, report);
  return content.length > 0 || own ? content : undefined;
}

const DIALECT = "bedrock";

function reportSystem(message: Message, report: Report): void {
  reportDeveloper(message, report);
  if (message.name !== undefined) loseField(message, "name", report);
  loseForeignExtras(DIALECT, message, report);
  reportList(message, report);
}

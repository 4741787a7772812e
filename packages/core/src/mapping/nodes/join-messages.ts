import { UNKNOWN_CONTENT, unknownFieldLevel } from "../../loss-levels.ts";
import type { Message } from "../../model/message.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { loseField } from "../node.ts";
import { nodeReport } from "../provenance.ts";
import { createMessage } from "./parts.ts";

/** Joins two messages of one turn; fields of the second that differ from the first are losses. */
export function joinMessages(first: Message, second: Message, report: Report): Message {
  const { role, name, phase, outputConfig } = first;
  for (const field of ["name", "phase", "outputConfig"] as const) {
    if (second[field] !== undefined && second[field] !== first[field]) loseField(second, field, report);
  }
  const parts = [...first.parts, ...second.parts];
  if (hasContent(first) && hasContent(second))
    for (const message of [first, second]) nodeReport(message, report).change("joined-messages");
  // Extras belong to the place that their message had.
  if (first.origin !== undefined) reportExtras(second, report);
  const { origin, extras = first.extras } = first.origin === undefined ? second : first;
  return createMessage({ origin, extras }, { role, parts, name, phase, outputConfig });
}

function reportExtras({ origin, extras }: Message, report: Report): void {
  const { place = Place.root, unknown = UNKNOWN_CONTENT } = origin ?? {};
  const pointers = Object.values(extras ?? {}).flatMap((notes) => Object.entries(notes));
  for (const [pointer, value] of pointers) {
    if (pointer.startsWith("/") && value !== null)
      report.on(place.below(pointer)).loseField(unknownFieldLevel(unknown, pointer));
  }
}

function hasContent({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "text" || type === "media");
}

// Two messages as one, for dialects in which the roles must alternate, or in which all calls of a turn stand in one
// message.

import { UNKNOWN_CONTENT, unknownFieldLevel } from "../../loss-levels.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { loseField } from "../node.ts";
import { nodeReport } from "../provenance.ts";
import { createMessage } from "./parts.ts";

/** Joins two messages of one turn; fields of the second that differ from the first are losses. */
export function joinMessages(first: Message, second: Message, report: Report): Message {
  const bothHaveContent = hasContent(first) && hasContent(second);
  return joinFields(first, second, { parts: [...first.parts, ...second.parts], bothHaveContent }, report);
}

/** What becomes of the parts of two messages that are joined. */
export interface JoinedParts {
  readonly parts: readonly Part[];
  /** Whether both messages have texts or media. */
  readonly bothHaveContent: boolean;
}

/** Joins two messages whose parts are joined already. */
export function joinFields(
  first: Message,
  second: Message,
  { parts, bothHaveContent }: JoinedParts,
  report: Report,
): Message {
  const { role, name, phase, outputConfig } = first;
  for (const field of ["name", "phase", "outputConfig"] as const) {
    if (second[field] !== undefined && second[field] !== first[field]) loseField(second, field, report);
  }
  if (bothHaveContent) for (const message of [first, second]) nodeReport(message, report).change("joined-messages");
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

/** Whether a message has texts or media. */
export function hasContent({ parts }: Pick<Message, "parts">): boolean {
  return parts.some(({ type }) => type === "text" || type === "media");
}

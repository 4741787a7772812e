import type { Message } from "../../model/message.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { fieldReport, nodeReport } from "../provenance.ts";
import { createMessage } from "./parts.ts";

/** Two messages of one turn as one; what the second says of itself beyond its parts is told. */
export function joinMessages(first: Message, second: Message, report: Report): Message {
  const { role, name, phase, outputConfig } = first;
  for (const field of ["name", "phase", "outputConfig"] as const) {
    if (second[field] !== undefined && second[field] !== first[field]) fieldReport(second, field, report).lose("field");
  }
  const parts = [...first.parts, ...second.parts];
  if (saysSomething(first) && saysSomething(second))
    for (const message of [first, second]) nodeReport(message, report).change("joined-messages");
  // What only one dialect knows of a message belongs to the place that the message had.
  if (first.origin !== undefined) tellExtras(second, report);
  const { origin, extras = first.extras } = first.origin === undefined ? second : first;
  return createMessage({ origin, extras }, { role, parts, name, phase, outputConfig });
}

function tellExtras({ origin, extras }: Message, report: Report): void {
  const pointers = Object.values(extras ?? {}).flatMap((notes) => Object.entries(notes));
  for (const [pointer, value] of pointers) {
    if (pointer.startsWith("/") && value !== null)
      report.on((origin?.place ?? Place.root).below(pointer)).lose("field");
  }
}

function saysSomething({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "text" || type === "media");
}

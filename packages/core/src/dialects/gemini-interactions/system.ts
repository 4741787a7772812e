import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, loseForeignExtras, loseNode, nodeReport, writeNode } from "../../mapping/node.ts";
import { reportDeveloper } from "../../mapping/nodes/developer.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { textPartOf } from "./content.ts";

/** Reads a text that is the whole of a message: `system_instruction`, or an `input` that is a string. */
export function wholeMessage(role: "system" | "user", said: Json | undefined, report: Report): Message[] {
  if (typeof said !== "string") return [];
  // In other dialects it is a message in the list.
  if (role === "user") report.change("default-layout");
  const origin = { dialect: DIALECT, place: report.place, fields: {} };
  return [createMessage({ origin }, { role, parts: [textPartOf(said, report)], plain: true })];
}

/** Writes the system messages that a conversation begins with as one text. */
export function systemText(leading: readonly Message[], report: Report): string | undefined {
  if (leading.length === 0) return undefined;
  for (const message of leading) reportSystem(message, report);
  for (const message of leading.length > 1 ? leading : []) nodeReport(message, report).change("joined-system");
  const parts = leading.flatMap((message) => message.parts);
  const texts = parts.flatMap((part) => saidIn(part, report) ?? []);
  if (texts.length > 1) for (const part of parts) nodeReport(part, report).change("joined-text");
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

/** Splits a conversation into the system messages that it begins with, and the rest. */
export function splitSystem(messages: readonly Message[]): { leading: readonly Message[]; rest: readonly Message[] } {
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const end = first < 0 ? messages.length : first;
  return { leading: messages.slice(0, end), rest: messages.slice(end) };
}

/** Whether a message came as an `input` that is not a list of steps. */
export function isWholeInput({ origin }: Message): boolean {
  return origin?.dialect === DIALECT && origin.place.key === "input";
}

const DIALECT = "gemini-interactions";

/** The one thing that a system instruction is. */
const SYSTEM = defineLayout<string>({ dialect: DIALECT, fields: { text: text("/text") } });

function reportSystem(message: Message, report: Report): void {
  if (message.origin?.dialect === DIALECT) return;
  reportDeveloper(message, report);
  if (message.name !== undefined) loseField(message, "name", report);
  if (message.plain === false) nodeReport(message, report).change("plain-text");
  loseForeignExtras(DIALECT, message, report);
}

// It takes text only.
function saidIn(part: Part, report: Report): string | undefined {
  if (part.type !== "text") return loseNode(part, part.type, report);
  const { text: said } = writeNode(SYSTEM, part, { text: part.text }, report);
  return typeof said === "string" && said !== "" ? said : undefined;
}

import { isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseField, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { reportDeveloper } from "../../mapping/nodes/developer.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED, LOST } from "../../mapping/outcome.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { contentOf, partsOf, reportList } from "./content.ts";
import { asRemembered, rememberSingle, repeatedField } from "./repeated.ts";

/** Reads a system instruction; its role is ignored. */
export function systemOf(system: Json | undefined, report: Report): Message[] {
  if (typeof system === "string") return [plainSystem(system, report)];
  if (!isObject(system)) return [];
  const { role, ...content } = expectBody(system, BODY, report);
  const { values, provenance: read } = readNode(SYSTEM, content, report);
  const provenance = rememberSingle(read, "parts", values.parts);
  if (role !== undefined) report.at("role").change("default-field");
  const parts = partsOf(values.parts, NONE_SERVED, report.at("parts"));
  return [{ role: "system", parts, ...(role === undefined ? provenance : withNotes(provenance, "gemini", { role })) }];
}

/** Writes the system messages that a conversation begins with. */
export function systemWire(leading: readonly Message[], report: Report): Json | undefined {
  const [first, ...others] = leading;
  if (first === undefined) return undefined;
  if (isPlain(first) && others.length === 0) return textOf(first);
  for (const message of leading) reportSystem(message, report);
  for (const message of others.length > 0 ? leading : []) nodeReport(message, report).change("joined-system");
  const own = first.origin?.dialect === DIALECT;
  const texts = leading.flatMap(({ parts }) => parts.filter((part) => own || part.type !== "text" || part.text !== ""));
  const parts = contentOf(texts, { resultMedia: true }, report);
  if (parts.length === 0 && !own) return undefined;
  const values = {
    role: CHANGED,
    plain: CHANGED,
    name: LOST,
    parts: parts.length > 0 ? asRemembered(first, "parts", parts) : CHANGED,
  };
  const content = writeNode(SYSTEM, first, values, report);
  const role = first.extras?.[DIALECT]?.role;
  return role === undefined ? content : { role, ...content };
}

const DIALECT = "gemini";

const NONE_SERVED: ReadonlySet<Json> = new Set();

const BODY: BodyShape = { expected: "a system instruction", repeated: ["parts"] };

const SYSTEM = defineLayout<string>({ dialect: DIALECT, fields: { parts: repeatedField("/parts") } });

function plainSystem(text: string, { place }: Report): Message {
  const origin = { dialect: DIALECT, place, fields: { text: "" } };
  return { role: "system", parts: [{ type: "text", text, origin }], plain: true, origin };
}

function isPlain({ plain, origin }: Message): boolean {
  return plain === true && origin?.dialect === DIALECT;
}

function textOf({ parts: [first] }: Message): string {
  return first?.type === "text" ? first.text : "";
}

function reportSystem(message: Message, report: Report): void {
  reportDeveloper(message, report);
  if (message.name !== undefined) loseField(message, "name", report);
  reportList(message, report);
}

/** Splits a conversation into the system messages that it begins with, and the rest. */
export function splitSystem(messages: readonly Message[]): { leading: readonly Message[]; rest: readonly Message[] } {
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const end = first < 0 ? messages.length : first;
  // A system message among the contents stays there, even if it is the first.
  const own = messages.findIndex(({ origin }) => origin?.dialect === "gemini" && typeof origin.place.key === "number");
  const cut = own < 0 ? end : Math.min(end, own);
  return { leading: messages.slice(0, cut), rest: messages.slice(cut) };
}

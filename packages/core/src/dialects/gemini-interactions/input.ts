import { isArray, isObject } from "../../json/value.ts";
import { kindWithArticle } from "../../mapping/expect.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { contentOf, partsOf } from "./content.ts";
import { mediaKindOf } from "./media.ts";
import * as messagesCodec from "./messages.ts";
import { decode as decodePart } from "./parts.ts";
import { isWholeInput, wholeMessage } from "./system.ts";

/** Reads `input`: a text, one content block, a list of them, or a list of steps. */
export function decodeInput(input: Json | undefined, report: Report): Eventually<Message[]> {
  if (input === undefined) return [];
  if (typeof input === "string") return wholeMessage("user", input, report);
  if (isObject(input)) return blocksMessage(input, report);
  if (!isArray(input)) return report.fail("wrong-type", `input may not be ${kindWithArticle(input)}`);
  return input.length > 0 && input.every(isBlock) ? blocksMessage(input, report) : messagesCodec.decode(input, report);
}

/** Writes `input` in the form that it had; as a list of steps if it is another dialect's, or more was said. */
export function encodeInput(messages: readonly Message[], report: Report): Eventually<Json | undefined> {
  const [first, ...others] = messages;
  const whole =
    first !== undefined && others.length === 0 && isWholeInput(first) ? wholeInput(first, report) : undefined;
  if (whole !== undefined) return whole;
  return after(messagesCodec.encode(messages, report), (steps) => (steps.length === 0 ? undefined : steps));
}

const DIALECT = "gemini-interactions";

function isBlock(item: Json): boolean {
  return isObject(item) && (item.type === "text" || mediaKindOf(item) !== undefined);
}

function blocksMessage(input: Json, report: Report): Message[] {
  const origin = { dialect: DIALECT, place: report.place, fields: {} };
  const parts = isArray(input) ? partsOf(input, report) : [decodePart(input, report)];
  // In other dialects it is a message in the list.
  report.change("default-layout");
  const provenance = withNotes({ origin }, DIALECT, { blocks: isArray(input) ? "list" : "one" });
  return [createMessage(provenance, { role: "user", parts })];
}

function wholeInput(message: Message, report: Report): Json | undefined {
  const { parts } = message;
  const [first] = parts;
  const blocks = noteOf(message, DIALECT, "blocks");
  if (blocks === "list") return contentOf(parts, report);
  if (parts.length !== 1) return undefined;
  if (blocks === "one") return contentOf(parts, report)[0];
  return first?.type === "text" ? first.text : undefined;
}

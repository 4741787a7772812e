import { defaultNode } from "../../fast/default-node.ts";
import { plainMessage } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { list, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { decodeInSteps, encodeInSteps } from "../../mapping/lists/messages-in-steps.ts";
import { loseField, loseForeignExtras, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { joinMessages } from "../../mapping/nodes/join-messages.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { contentOf, partsOf } from "./content.ts";
import { reportList } from "./plain-content.ts";

export function decode(wire: readonly Json[], report: Report): Eventually<Message[]> {
  return decodeInSteps(wire, decodeMessage, report);
}

export function encode(messages: readonly Message[], report: Report): Eventually<JsonObject[]> {
  return encodeInSteps(alternating(messages, report), (message) => encodeMessage(message, report), report);
}

const DIALECT = "bedrock";

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html */
const MESSAGE = defineLayout<string>({
  dialect: DIALECT,
  fields: { role: text("/role"), content: list("/content") },
  handled: ["parts"],
});

const BODY: BodyShape = { expected: "a message", lists: ["content"] };

function decodeMessage(wire: Json, report: Report): Message {
  const body = expectBody(wire, BODY, report);
  const byDefault =
    typeof body.role === "string" && isArray(body.content) ? defaultNode(MESSAGE, body, 2, report) : undefined;
  const { values, provenance } = byDefault ? { values: body, provenance: byDefault } : readNode(MESSAGE, body, report);
  const { role, content } = values;
  if (role !== "user" && role !== "assistant" && role !== "system")
    return report.at("role").fail("unknown-role", `expected a role, got ${JSON.stringify(role ?? null)}`);
  return createMessage(provenance, { role, parts: partsOf(content, report.at("content")) });
}

// "A conversation must alternate between user and assistant roles."
function alternating(messages: readonly Message[], report: Report): readonly Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const isOwn = message.origin?.dialect === DIALECT;
    if (last === undefined || isOwn || rawRole(last) !== rawRole(message)) joined.push(message);
    else joined[joined.length - 1] = joinMessages(last, message, report);
  }
  return joined;
}

function encodeMessage(message: Message, report: Report): JsonObject | undefined {
  const own = message.origin?.dialect === DIALECT;
  const parts = own ? message.parts : message.parts.map((part) => partFor(message, part, report));
  const content = own ? contentOf(parts, report) : withText(contentOf(parts, report), message, report);
  if (content.length === 0 && !own) {
    nodeReport(message, report).change("empty-message");
    loseForeignExtras(DIALECT, message, report);
    return undefined;
  }
  reportList(message, report);
  const role = rawRole(message);
  if (content.length > 0 && plainMessage(message, DIALECT, report)) return { role, content };
  const kept = content.length === 0 && message.extras?.[DIALECT]?.absent !== undefined ? CHANGED : content;
  return writeNode(MESSAGE, message, { role, content: kept, plain: CHANGED }, report);
}

function rawRole({ role, origin }: Message): string {
  if (role === "assistant") return role;
  return role === "system" && origin?.dialect === DIALECT ? role : "user";
}

// "You can only include images and documents if the role is user." And the models made no foreign citations.
function partFor({ role }: Message, part: Part, report: Report): Part {
  if (role === "assistant" && part.type === "media") return describeMedia(part, report);
  if (part.type !== "text" || part.citations === undefined) return part;
  if (part.citations.every(({ origin }) => origin?.dialect === DIALECT)) return part;
  loseField(part, "citations", report);
  const { citations: _, ...rest } = part;
  return rest;
}

// "If you include a document, you must also include a text."
function withText(content: readonly JsonObject[], message: Message, report: Report): readonly JsonObject[] {
  const isAlone =
    content.some((block) => block.document !== undefined) && content.every(({ text }) => text === undefined);
  if (!isAlone) return content;
  nodeReport(message, report).change("document-text");
  return [...content, { text: "(See the document.)" }];
}

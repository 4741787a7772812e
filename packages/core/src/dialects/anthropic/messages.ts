import { defaultNode } from "../../fast/default-node.ts";
import { plainMessage } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { object, text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { decodeInSteps, encodeInSteps } from "../../mapping/lists/messages-in-steps.ts";
import { loseField, readNode, writeNode } from "../../mapping/node.ts";
import { reportDeveloper } from "../../mapping/nodes/developer.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { contentOf, partsOf } from "./content.ts";

export function decode(wire: readonly Json[], report: Report): Eventually<Message[]> {
  return decodeInSteps(wire, decodeMessage, report);
}

export function encode(messages: readonly Message[], report: Report): Eventually<JsonObject[]> {
  return encodeInSteps(messages, (message) => encodeMessage(message, report), report);
}

/** https://platform.claude.com/docs/en/api/messages/create#body-messages */
const MESSAGE = defineLayout<string>({
  dialect: "anthropic",
  fields: { role: text("/role"), content: textOrList("/content"), outputConfig: object("/output_config") },
  handled: ["parts", "plain"],
});

const BODY: BodyShape = { expected: "a message", contents: ["content"] };

function decodeMessage(wire: Json, report: Report): Message {
  const body = expectBody(wire, BODY, report);
  const byDefault =
    typeof body.role === "string" && isContent(body.content) ? defaultNode(MESSAGE, body, 2, report) : undefined;
  const { values, provenance } = byDefault ? { values: body, provenance: byDefault } : readNode(MESSAGE, body, report);
  const { role, content, outputConfig } = values;
  if (role !== "user" && role !== "assistant" && role !== "system")
    return report.at("role").fail("unknown-role", `expected a role, got ${JSON.stringify(role ?? null)}`);
  return createMessage(provenance, {
    role,
    parts: partsOf(content, report.at("content")),
    plain: content === undefined ? undefined : !isArray(content),
    outputConfig: isObject(outputConfig) ? outputConfig : undefined,
  });
}

function isContent(content: Json | undefined): boolean {
  return typeof content === "string" || isArray(content);
}

const WIRE_ROLES: Readonly<Record<Role, string>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "user",
};

function encodeMessage(message: Message, report: Report): JsonObject {
  const { role, parts, plain, outputConfig } = message;
  const own = message.origin?.dialect === "anthropic";
  const cited = parts.some(isCiting) ? parts.map((part) => withOwnCitations(part, report)) : parts;
  const content = contentOf(cited, { plain }, report) ?? (own ? undefined : []);
  reportDeveloper(message, report);
  const wireRole = WIRE_ROLES[role];
  if (content !== undefined && plainMessage(message, "anthropic", report)) return { role: wireRole, content };
  return writeNode(MESSAGE, message, { role: wireRole, content, outputConfig }, report);
}

function isCiting(part: Part): boolean {
  return part.type === "text" && part.citations !== undefined;
}

// The API takes its own citations back: each has an encrypted index.
function withOwnCitations(part: Part, report: Report): Part {
  if (part.type !== "text" || part.citations === undefined) return part;
  if (part.citations.every(({ origin }) => origin?.dialect === "anthropic")) return part;
  loseField(part, "citations", report);
  const { citations: _, ...rest } = part;
  return rest;
}

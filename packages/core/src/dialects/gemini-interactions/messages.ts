import { plainMessage } from "../../fast/plain-parts.ts";
import { isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { list } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { groupAdjacent } from "../../mapping/lists/group-adjacent.ts";
import { decodeInSteps, encodeInSteps } from "../../mapping/lists/messages-in-steps.ts";
import { fieldReport, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import * as calls from "./calls.ts";
import { partsOf } from "./content.ts";
import * as partsCodec from "./parts.ts";
import { decodeReasoning, encodeReasoning } from "./reasoning.ts";
import * as results from "./results.ts";

export function decode(wire: readonly Json[], report: Report): Eventually<Message[]> {
  return decodeInSteps(wire, decodeStep, report);
}

export function encode(messages: readonly Message[], report: Report): Eventually<JsonObject[]> {
  return encodeInSteps<JsonObject>(messages, (message) => stepsOf(message, report), report);
}

const DIALECT = "gemini-interactions";

/** https://ai.google.dev/api/interactions-api: `UserInputStep` and `ModelOutputStep` */
const SPOKEN: Readonly<Record<"user_input" | "model_output", Layout>> = {
  user_input: spokenLayout("user_input"),
  model_output: spokenLayout("model_output"),
};

function spokenLayout(type: string): Layout {
  return defineLayout<string>({
    dialect: DIALECT,
    constants: { "/type": type },
    fields: { content: list("/content") },
    handled: ["role", "parts", "plain"],
    derivedFrom: { role: "content", parts: "content" },
  });
}

// ── reading ─────────────────────────────────────────────────────────────────

/** The origin of messages that a step of another kind was read as. */
const NOTHING: Provenance = {};

function decodeStep(wire: Json, report: Report): Message {
  const step = expectObject(wire, "a step", report);
  switch (step.type) {
    case "user_input":
      return decodeSpoken(SPOKEN.user_input, step, "user", report);
    case "model_output":
      return decodeSpoken(SPOKEN.model_output, step, "assistant", report);
    case "function_call":
      return createMessage(NOTHING, { role: "assistant", parts: [calls.decode(step, report)] });
    case "function_result":
      return createMessage(NOTHING, { role: "tool", parts: [results.decode(step, report)] });
    case "thought":
      return createMessage(NOTHING, { role: "assistant", parts: [decodeReasoning(step, report)] });
    default:
      return createMessage(NOTHING, { role: "assistant", parts: [decodeOther(step, report)] });
  }
}

// Calls and results of Google's own tools.
function decodeOther(step: JsonObject, report: Report): Part {
  if (typeof step.type === "string") return readOpaque(DIALECT, step, step.type, report);
  return report.fail("missing-field", "expected a step with its type");
}

function decodeSpoken(layout: Layout, step: JsonObject, role: Role, report: Report): Message {
  const { values, provenance } = readNode(layout, step, report);
  return createMessage(provenance, { role, parts: partsOf(values.content, report.at("content"), readBlock) });
}

// The AI SDK sends results as blocks of what the user says.
function readBlock(block: Json, report: Report): Part {
  const answers = isObject(block) && block.type === "function_result";
  return (answers ? results.decode : partsCodec.decode)(block, report);
}

// ── writing ─────────────────────────────────────────────────────────────────

// Text and media of one message are one step; every call, result and thought is a step of its own.
function stepsOf(message: Message, report: Report): JsonObject[] {
  const runs = groupAdjacent(message.parts, (part) => (isSpoken(part, message) ? "spoken" : undefined));
  if (runs.length === 0) return writeEmpty(message, report);
  if (!runs.some(([first]) => isSpoken(first, message))) reportMessage(message, report);
  return encodeEach(runs, (run) => {
    const [first] = run;
    return isSpoken(first, message) ? writeSpoken(message, run, report) : stepOf(first, report);
  });
}

// What was a block of a message, and not a step, is one again.
function isSpoken(part: Part, { origin }: Message): boolean {
  if (part.type === "opaque" || part.type === "result")
    return origin?.dialect === DIALECT && part.origin?.dialect === DIALECT;
  return part.type === "text" || part.type === "media" || part.type === "refusal";
}

function stepOf(part: Part, report: Report): JsonObject | undefined {
  if (part.type === "call") return calls.encode(part, report);
  if (part.type === "result") return results.encode(part, report);
  if (part.type === "reasoning") return encodeReasoning(part, report);
  return part.type === "opaque" ? writeOpaque(DIALECT, part, report) : undefined;
}

// A step without content is refused.
function writeEmpty(message: Message, report: Report): JsonObject[] {
  if (message.origin?.dialect === DIALECT) return [writeSpoken(message, message.parts, report)];
  if (message.origin !== undefined) nodeReport(message, report).change("empty-message");
  return [];
}

function writeSpoken(message: Message, parts: readonly Part[], report: Report): JsonObject {
  const type = message.role === "assistant" ? "model_output" : "user_input";
  const own = message.origin?.dialect === DIALECT;
  // A text is as good as a list of this one text.
  if (message.plain === false && parts.length === 1 && parts[0]?.type === "text")
    fieldReport(message, "content", report).change("plain-text");
  const content = encodeEach(parts, (part) => writeBlock(part, report));
  if (content.length > 0 && plainMessage(message, DIALECT, report)) return { type, content };
  return writeNode(SPOKEN[type], message, { content: own && content.length === 0 ? CHANGED : content }, report);
}

function writeBlock(part: Part, report: Report): JsonObject | undefined {
  return part.type === "result" ? results.encode(part, report) : partsCodec.encode(part, report);
}

// The fields of a message without content have no step.
function reportMessage(message: Message, report: Report): void {
  writeNode(SPOKEN.model_output, message, { content: CHANGED }, report);
}

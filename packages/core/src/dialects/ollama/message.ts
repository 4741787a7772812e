import { defaultNode } from "../../fast/default-node.ts";
import { plainMessage } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { filledList, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { reportDeveloper } from "../../mapping/nodes/developer.ts";
import { reportPartOrder } from "../../mapping/nodes/part-order.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import * as calls from "./calls.ts";
import { CONTENT_FIELDS, contentOf, partsOf } from "./content.ts";
import * as results from "./results.ts";

/** Reads one message; its role is `assistant` if it is absent. */
export function decodeMessage(wire: Json, report: Report, fallback?: Role): Message {
  const message = expectObject(wire, "a message", report);
  const role = roleOf(message.role ?? fallback, report);
  if (role === "tool") return { role, parts: [results.decode(message, report)] };
  const { values, provenance } = readMessage(message, report);
  const at = report.at("tool_calls");
  const called = isArray(values.calls) ? values.calls.map((call, index) => calls.decode(call, at.at(index))) : [];
  const parts = [...partsOf(values, report), ...called];
  const own = values.role === role ? provenance : withNotes(provenance, "ollama", { role: values.role ?? null });
  return createMessage(own, { role, parts });
}

function readMessage(wire: JsonObject, report: Report): NodeReading {
  const { role, content, tool_calls: listed } = wire;
  const isPlain = typeof role === "string" && typeof content === "string";
  const called = isArray(listed) && listed.length > 0;
  const provenance = isPlain ? defaultNode(MESSAGE, wire, called ? 3 : 2, report) : undefined;
  if (provenance)
    return { values: (called ? { role, content, calls: listed } : { role, content }) as JsonObject, provenance };
  return readNode(MESSAGE, wire, report);
}

/** Writes one message; every result becomes a message of its own. */
export function encodeMessage(message: Message & { readonly glue?: string }, report: Report): JsonObject[] {
  const answered = encodeEach(message.parts, (part) =>
    part.type === "result" ? results.encode(part, report) : undefined,
  );
  if (answered.length === 0) return [writeMessage(message, report)];
  const others = message.parts.filter(({ type }) => type !== "result");
  return others.length === 0 ? answered : [...answered, writeMessage({ ...message, parts: others }, report)];
}

const MESSAGE = defineLayout<string>({
  dialect: "ollama",
  fields: { role: text("/role"), ...CONTENT_FIELDS, calls: filledList("/tool_calls") },
  handled: ["parts", "plain", "glue"],
});

function writeMessage(message: Message & { glue?: string }, report: Report): JsonObject {
  const { parts } = message;
  reportPartOrder(parts, report);
  const contentParts = parts.filter(({ type }) => type !== "call");
  const called = parts.filter((part) => part.type === "call");
  const role = rawRole(message, report);
  const { content, thinking, images } = contentOf(message, contentParts, report);
  const listed =
    called.length === 0 ? undefined : called.map((call, index) => calls.encode(call, report, indexOf(call, index)));
  if (role !== undefined && thinking === undefined && images === undefined && plainMessage(message, "ollama", report))
    return listed === undefined
      ? { role, content: content ?? "" }
      : { role, content: content ?? "", tool_calls: listed };
  return writeNode(MESSAGE, message, { role: role ?? CHANGED, content, thinking, images, calls: listed }, report);
}

// Ollama ignores the case of roles.
function roleOf(role: Json | undefined, report: Report): Role {
  const raw = typeof role === "string" ? role.toLowerCase() : role;
  if (raw === "system" || raw === "user" || raw === "assistant" || raw === "tool") return raw;
  return report.at("role").fail("unknown-role", `expected a role, got ${JSON.stringify(role ?? null)}`);
}

function rawRole(message: Message, report: Report): string | undefined {
  const own = noteOf(message, "ollama", "role");
  if (own !== undefined) return typeof own === "string" ? own : undefined;
  if (message.role !== "developer") return message.role === "tool" ? "user" : message.role;
  reportDeveloper(message, report);
  return "system";
}

function indexOf({ origin }: CallPart, index: number): number | undefined {
  return origin?.dialect === "ollama" ? undefined : index;
}

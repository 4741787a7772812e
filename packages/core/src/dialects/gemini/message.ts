import { defaultNode } from "../../fast/default-node.ts";
import { plainMessage } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { decodeInSteps, encodeInSteps } from "../../mapping/lists/messages-in-steps.ts";
import { loseForeignExtras, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { joinMessages } from "../../mapping/nodes/join-messages.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { type ContentOptions, contentOf, partsOf, reportList } from "./content.ts";
import { asRemembered, readItems, rememberSingle, repeatedField, repeatedItems } from "./repeated.ts";
import { serverRunParts } from "./server-run.ts";
import { withDummySignatures } from "./signatures.ts";

/** What the model requires of a conversation. */
export interface ModelOptions extends ContentOptions {
  /** The first call of each step needs a signature. */
  readonly signatures: boolean;
}

/** Reads contents. */
export function decodeContents(wire: Json, report: Report): Eventually<Message[]> {
  const served = serverRunParts(repeatedItems(wire));
  const decode = (content: Json, at: Report) => decodeContent(content, served, at);
  return isArray(wire) ? decodeInSteps(wire, decode, report) : readItems(wire, report, decode);
}

/** Writes contents for a model. */
export function encodeContents(
  messages: readonly Message[],
  options: ModelOptions,
  report: Report,
): Eventually<JsonObject[]> {
  const turns = joinCallers(messages, report);
  const complete = options.signatures ? withDummySignatures(turns, report) : turns;
  return encodeInSteps<JsonObject>(complete, (message) => encodeContent(message, options, report), report);
}

const DIALECT = "gemini";

/** https://ai.google.dev/api/caching#Content */
const CONTENT = defineLayout<string>({
  dialect: DIALECT,
  fields: { role: { ...text("/role"), absentMeans: "user" }, parts: repeatedField("/parts") },
});

const ROLES: ReadonlyMap<string, Role> = new Map(
  Object.entries<Role>({
    user: "user",
    model: "assistant",
    // Older clients send results with the role `function`.
    function: "tool",
    system: "system",
  }),
);

const BODY: BodyShape = { expected: "a content", repeated: ["parts"] };

function decodeContent(wire: Json, served: ReadonlySet<Json>, report: Report): Message {
  const content = expectBody(wire, BODY, report);
  const byDefault = isDefaultContent(content) ? defaultNode(CONTENT, content, 2, report) : undefined;
  const { values, provenance } = byDefault
    ? { values: content, provenance: byDefault }
    : readNode(CONTENT, content, report);
  const role = ROLES.get(String(values.role));
  if (role === undefined)
    return report.at("role").fail("unknown-role", `expected a role, got ${JSON.stringify(values.role)}`);
  const parts = partsOf(values.parts, served, report.at("parts"));
  return createMessage(rememberSingle(provenance, "parts", values.parts), { role, parts });
}

function isDefaultContent({ role, parts }: JsonObject): boolean {
  return typeof role === "string" && isArray(parts) && parts.length > 0;
}

// Two contents of the model in a row are refused if there are calls.
function joinCallers(messages: readonly Message[], report: Report): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const calls = message.role === "assistant" && message.parts.some(({ type }) => type === "call");
    if (!calls || last?.role !== "assistant" || message.origin?.dialect === DIALECT) joined.push(message);
    else {
      nodeReport(message, report).change("joined-messages");
      joined[joined.length - 1] = joinMessages(last, message, report);
    }
  }
  return joined;
}

// A content without parts is refused.
function encodeContent(message: Message, options: ContentOptions, report: Report): JsonObject | undefined {
  const own = message.origin?.dialect === DIALECT;
  const parts = contentOf(message.parts, options, report);
  if (parts.length === 0 && !own) {
    nodeReport(message, report).change("empty-message");
    loseForeignExtras(DIALECT, message, report);
    return undefined;
  }
  reportList(message, report);
  if (parts.length > 0 && plainMessage(message, DIALECT, report)) return { role: rawRole(message), parts };
  const values = {
    plain: CHANGED,
    role: rawRole(message),
    parts: own ? (asRemembered(message, "parts", filled(parts)) ?? CHANGED) : parts,
  };
  return writeNode(CONTENT, message, values, report);
}

function filled(parts: readonly JsonObject[]): readonly JsonObject[] | undefined {
  return parts.length > 0 ? parts : undefined;
}

function rawRole({ role, origin }: Message): string {
  if (role === "assistant") return "model";
  if (origin?.dialect !== DIALECT) return "user";
  return keyOf(ROLES, role) ?? "user";
}

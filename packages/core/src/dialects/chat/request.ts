import { isArray } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { fieldReport, loseField, readNode, writeNode } from "../../mapping/node.ts";
import { copyRequest, createRequest } from "../../mapping/nodes/request.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import { formatNameFor } from "../../mapping/settings/format-name.ts";
import { limited, type SettingLimit } from "../../mapping/settings/limits.ts";
import { limitedMetadata } from "../../mapping/settings/metadata.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { decodeChoice, encodeChoice } from "./choice.ts";
import { decodeMessages, encodeMessages } from "./messages.ts";
import { METADATA } from "./metadata.ts";
import type { ChatRequestFacts } from "./request-facts.ts";
import { tierFor } from "./tiers.ts";

/** Reads a request. */
export function decodeRequest(facts: ChatRequestFacts, wire: Json, report: Report): Eventually<CanonicalRequest> {
  const body = expectBody(wire, BODY, report);
  const { values, provenance } = readNode(facts.request, body, report);
  const { messages, tools, choice, parallel, formatType } = values;
  const at = (field: string): Report => fieldReport(provenance, field, report);
  const chosen = choice === undefined ? undefined : decodeChoice(facts, choice, at("choice"));
  return after(decodeMessages(facts, isArray(messages) ? messages : [], report.at("messages")), (decoded) =>
    createRequest(values, {
      messages: decoded,
      tools: isArray(tools) ? facts.declaredTools.decode(tools, at("tools")) : undefined,
      choice: choiceWith(facts, chosen, parallel, report).choice,
      formatType: typeof formatType === "string" ? (FORMATS[formatType] ?? formatType) : undefined,
      ...provenance,
    } as Partial<CanonicalRequest>),
  );
}

const BODY: BodyShape = { expected: "a request", lists: ["messages", "tools", "functions"], has: ["messages"] };

/** Writes a request. */
export function encodeRequest(
  facts: ChatRequestFacts,
  request: CanonicalRequest,
  report: Report,
): Eventually<JsonObject> {
  const wire = request.tools && facts.declaredTools.encode(request.tools, report);
  return after(encodeMessages(facts, request.messages, report), (messages) =>
    writeRequest(facts, request, { messages, wire }, report),
  );
}

/** What is written already. */
interface Written {
  readonly messages: readonly JsonObject[];
  readonly wire: readonly Json[] | undefined;
}

function writeRequest(
  facts: ChatRequestFacts,
  request: CanonicalRequest,
  { messages, wire }: Written,
  report: Report,
): JsonObject {
  const { choice } = request;
  const own = request.origin?.dialect === facts.dialect;
  const written = {
    messages,
    tools: wire !== undefined && (wire.length > 0 || own) ? wire : CHANGED,
    choice:
      choice === undefined || choice.implied === true ? WRITTEN : (encodeChoice(facts, choice, report) ?? CHANGED),
    parallel: choice?.parallel,
    formatType: rawFormatType(request),
    serviceTier: tierFor(request, facts.dialect),
  };
  // Wire values and outcomes take the places of the canonical ones.
  const settings = own ? {} : settingsFor(facts, request, report);
  const values = copyRequest(request, { ...written, ...settings } as unknown as Partial<CanonicalRequest>);
  return writeNode(facts.request, request, values as unknown as Record<string, unknown>, report);
}

const FORMATS: Readonly<Record<string, string>> = lookupTable({
  text: "text",
  json_object: "json",
  json_schema: "schema",
});

// `parallel_tool_calls` is a field of its own, and may be there without a choice.
function choiceWith(
  facts: ChatRequestFacts,
  chosen: Choice | undefined,
  parallel: Json | undefined,
  report: Report,
): Pick<CanonicalRequest, "choice"> {
  if (typeof parallel !== "boolean") return chosen === undefined ? {} : { choice: chosen };
  const { place } = report.at("parallel_tool_calls");
  const origin = { dialect: facts.dialect, place, fields: {}, ...chosen?.origin, elsewhere: { parallel: place } };
  return { choice: { ...(chosen ?? { mode: "auto", implied: true }), parallel, origin } };
}

function rawFormatType({ formatType }: CanonicalRequest): string | undefined {
  return keyOf(Object.entries(FORMATS), formatType) ?? formatType;
}

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-stop */
const MAX_STOPS = 4;

function stopFor(request: CanonicalRequest, report: Report): CanonicalRequest["stop"] {
  const { stop } = request;
  if (!isArray(stop) || stop.length <= MAX_STOPS) return stop;
  loseField(request, "stop", report, { action: "truncated" });
  return stop.slice(0, MAX_STOPS);
}

/** https://platform.openai.com/docs/api-reference/chat/create */
const LIMITS: readonly SettingLimit[] = [
  ["maxTokens", 1],
  ["temperature", 0, 2],
  ["topP", 0, 1],
  ["frequencyPenalty", -2, 2],
  ["presencePenalty", -2, 2],
  ["candidates", 1, 128],
  ["topLogprobs", 0, 20],
];

// Settings of another dialect as this one takes them, and what became of those that it does not have.
function settingsFor(
  facts: ChatRequestFacts,
  request: CanonicalRequest,
  report: Report,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {
    stop: stopFor(request, report),
    metadata: limitedMetadata(METADATA, request),
    formatName: request.formatType === "schema" ? formatNameFor(request, report) : request.formatName,
    ...facts.lackingSettings?.(request, report),
  };
  for (const limit of LIMITS) if (!(limit[0] in values)) values[limit[0]] = limited(limit, request, report);
  return values;
}

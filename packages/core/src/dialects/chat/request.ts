import { isArray } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { fieldReport, loseField, readNode, writeNode } from "../../mapping/node.ts";
import { copyRequest, createRequest } from "../../mapping/nodes/request.ts";
import { CHANGED, type FieldOutcome, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { isDefaultSetting } from "../../mapping/settings/default-settings.ts";
import { maxTokensFrom } from "../../mapping/settings/max-tokens.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { decodeChoice, encodeChoice } from "./choice.ts";
import { decodeMessages, encodeMessages } from "./messages.ts";
import type { ChatRequestFacts } from "./request-facts.ts";
import { tierFor } from "./tiers.ts";

/** Reads a request. */
export function decodeRequest(facts: ChatRequestFacts, wire: Json, report: Report): Eventually<CanonicalRequest> {
  const body = expectBody(wire, BODY, report);
  const { values, provenance } = readNode(facts.request, body, report);
  const { messages, tools, choice, parallel, formatType } = values;
  const listed = provenance.origin?.fields.tools === "/functions" ? "functions" : "tools";
  const chosen =
    choice === undefined
      ? undefined
      : decodeChoice(facts, choice, report.at(choiceField(provenance.origin?.fields.choice)));
  return after(decodeMessages(facts, isArray(messages) ? messages : [], report.at("messages")), (decoded) =>
    createRequest(values, {
      messages: decoded,
      tools: isArray(tools) ? facts.declaredTools.decode(tools, report.at(listed)) : undefined,
      choice: choiceWith(facts, chosen, parallel, report).choice,
      formatType: typeof formatType === "string" ? (FORMATS[formatType] ?? formatType) : undefined,
      extras: provenance.extras,
      origin: provenance.origin,
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
  const { messages, tools } = request;
  const wire = tools && facts.declaredTools.encode(tools, report);
  return after(encodeMessages(facts, messages, report), (encoded) =>
    writeRequest(facts, request, { messages: encoded, tools: wire }, report),
  );
}

/** What is written already. */
interface Written {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly Json[] | undefined;
}

function writeRequest(
  facts: ChatRequestFacts,
  request: CanonicalRequest,
  { messages, tools: wire }: Written,
  report: Report,
): JsonObject {
  const { choice } = request;
  const own = request.origin?.dialect === facts.dialect;
  const written = {
    messages,
    tools: wire !== undefined && (wire.length > 0 || own) ? wire : CHANGED,
    choice: choice === undefined || isImplied(request) ? WRITTEN : (encodeChoice(facts, choice, report) ?? CHANGED),
    parallel: choice?.parallel,
    formatType: rawFormatType(request),
    formatName: nameFor(facts, request),
    maxTokens: maxTokensFrom(own ? 0 : 1, request, report),
    stop: own ? request.stop : (stopFor(request, report) ?? LOST),
    serviceTier: tierFor(request, facts.dialect),
  };
  // Wire values and outcomes take the places of the canonical ones.
  const values = copyRequest(request, written as unknown as Partial<CanonicalRequest>) as unknown as Record<
    string,
    unknown
  >;
  if (!own) Object.assign(values, unsupportedSettings(facts, request, report));
  return writeNode(facts.request, request, values, report);
}

const FORMATS: Readonly<Record<string, string>> = { text: "text", json_object: "json", json_schema: "schema" };

function choiceField(pointer: string | undefined): string {
  return pointer === "/function_call" ? "function_call" : "tool_choice";
}

// `parallel_tool_calls` is a field of its own, and may be there without a choice.
function choiceWith(
  facts: ChatRequestFacts,
  chosen: Choice | undefined,
  parallel: Json | undefined,
  report: Report,
): Pick<CanonicalRequest, "choice"> {
  if (typeof parallel !== "boolean") return chosen === undefined ? {} : { choice: chosen };
  const { place } = report.at("parallel_tool_calls");
  const elsewhere = { parallel: place };
  if (chosen === undefined)
    return {
      choice: {
        mode: "auto",
        implied: true,
        parallel,
        origin: { dialect: facts.dialect, place, fields: {}, elsewhere },
      },
    };
  const origin = { dialect: facts.dialect, place, fields: {}, ...chosen.origin, elsewhere };
  return { choice: { ...chosen, parallel, origin } };
}

function isImplied({ choice }: CanonicalRequest): boolean {
  return choice?.implied === true;
}

function rawFormatType({ formatType }: CanonicalRequest): string | undefined {
  if (formatType === undefined) return undefined;
  return keyOf(Object.entries(FORMATS), formatType) ?? formatType;
}

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-stop */
const MAX_STOPS = 4;

function stopFor(request: CanonicalRequest, report: Report): CanonicalRequest["stop"] {
  const { stop } = request;
  if (stop === undefined || typeof stop === "string" || stop.length <= MAX_STOPS) return stop;
  loseField(request, "stop", report, { action: "truncated" });
  return stop.slice(0, MAX_STOPS);
}

// Reports the settings that this dialect does not have, and returns what became of each.
function unsupportedSettings(
  { unsupported: lacks = [] }: ChatRequestFacts,
  request: CanonicalRequest,
  report: Report,
): Readonly<Record<string, FieldOutcome>> {
  const present = lacks.filter((field) => request[field] !== undefined);
  for (const field of present) {
    if (isDefaultSetting(request, field)) fieldReport(request, field, report).change("default-field");
    else loseField(request, field, report);
  }
  return Object.fromEntries(present.map((field) => [field, isDefaultSetting(request, field) ? CHANGED : LOST]));
}

// `json_schema` needs a name, and Anthropic and Gemini have none.
function nameFor(facts: ChatRequestFacts, { origin, formatType, formatName }: CanonicalRequest): string | undefined {
  if (origin?.dialect === facts.dialect || formatType !== "schema") return formatName;
  return formatName ?? "answer";
}

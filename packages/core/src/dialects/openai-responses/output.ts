import { hashText } from "../../identity/hash.ts";
import { groupAdjacent } from "../../mapping/lists/group-adjacent.ts";
import { loseForeignExtras, loseNode } from "../../mapping/node.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import { writeOpaque } from "../../mapping/nodes/opaque.ts";
import type { CallInput } from "../../model/call.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Failure, FailureKind } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { builtInItem } from "./built-in-calls.ts";
import { builtInNamed } from "./built-ins.ts";
import * as parts from "./parts.ts";
import { encryptedText, genuineId, summaryOf } from "./reasoning.ts";

/** What identifies a response. */
export interface ResponseHead {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly created?: number | undefined;
}

/** The id of a response, with the prefix of this API. */
export function responseId(id: string): string {
  return id.startsWith("resp_") ? id : `resp_${id}`;
}

/** The id of an item, from that of its response and its index; it leads back to a stored response. */
export function itemId(prefix: string, response: string, index: number): string {
  const name = /^resp_([0-9a-f]{32})$/.exec(response)?.[1];
  return name === undefined ? `${prefix}_${hashText(response)}${index}` : `${prefix}_${name}_${index}`;
}

/** A response without output, with the settings of the request that clients expect in it. */
export function blankResponse({ id, model, created }: ResponseHead, context: ResponseContext): JsonObject {
  const { request } = context;
  return {
    id: responseId(context.name ?? id ?? context.id),
    object: "response",
    created_at: created ?? context.created,
    status: "in_progress",
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: request?.maxTokens ?? null,
    model: model ?? context.model ?? "",
    output: [],
    parallel_tool_calls: request?.choice?.parallel ?? true,
    previous_response_id: request?.previousResponse ?? null,
    reasoning: { effort: request?.effort ?? null, summary: request?.reasoningSummary ?? null },
    store: request?.store ?? true,
    temperature: request?.temperature ?? 1,
    text: { format: { type: "text" }, verbosity: request?.verbosity ?? "medium" },
    tool_choice: choiceOf(request),
    tools: [],
    top_p: request?.topP ?? 1,
    truncation: "disabled",
    usage: null,
    metadata: request?.metadata ?? {},
  };
}

/** The output items of a response; the last is incomplete if the response is. */
export function outputOf(
  candidateParts: readonly Part[],
  { response, complete }: { response: string; complete: boolean },
  report: Report,
): JsonObject[] {
  const runs = groupAdjacent(candidateParts, (part) => (isMessagePart(part) ? "words" : undefined));
  const items: JsonObject[] = [];
  for (const [position, run] of runs.entries()) {
    const status = complete || position < runs.length - 1 ? "completed" : "incomplete";
    const item = itemOf(run, { response, index: items.length, status }, report);
    if (item !== undefined) items.push(item);
  }
  return items;
}

/** A message item of a response. */
export function messageItem(id: string, content: readonly Json[], status: string): JsonObject {
  return { id, type: "message", status, role: "assistant", content };
}

/** A call item of a response. */
export function callItem(id: string, call: CallHead, { text, status }: { text: string; status: string }): JsonObject {
  const { kind, id: callId, name, namespace } = call;
  if (call.builtIn !== undefined) return builtInCall(id, call, { text, status });
  const group = namespace === undefined ? {} : { namespace };
  if (kind === "custom") return { id, type: "custom_tool_call", status, call_id: callId, name, ...group, input: text };
  return { id, type: "function_call", status, call_id: callId, name, ...group, arguments: text };
}

/** The prefix of the id of a call item. */
export function callPrefix({ kind, builtIn }: Pick<CallHead, "kind" | "builtIn">): string {
  return builtInNamed(builtIn)?.prefix ?? (kind === "custom" ? "ctc" : "fc");
}

// Arguments that do not fit the built-in tool become a call of a function, which the client answers with an error.
function builtInCall(id: string, call: CallHead, { text, status }: { text: string; status: string }): JsonObject {
  const input: CallInput = { type: "json", text };
  const own = builtInItem(id, { ...call, input }, status);
  if (own !== undefined) return own;
  const { builtIn, ...plain } = call;
  return callItem(id.replace(/^[a-z]+/, callPrefix(plain)), plain, { text, status });
}

/** What identifies a call. */
export interface CallHead {
  readonly kind: "function" | "custom";
  readonly id: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly builtIn?: string | undefined;
}

/** A reasoning item of a response. */
export function reasoningItem(
  id: string,
  summary: readonly Json[],
  { signature, redacted }: { signature?: Signature | undefined; redacted?: boolean | undefined },
): JsonObject {
  const encrypted = signature === undefined ? {} : { encrypted_content: encryptedText(signature, redacted === true) };
  return { id, type: "reasoning", summary, ...encrypted };
}

/** An item of this API alone, with an id. */
export function opaqueItem(id: string, part: Part & { type: "opaque" }, report: Report): JsonObject | undefined {
  const wire = writeOpaque("openai-responses", part, report);
  return wire === undefined || typeof wire.id === "string" ? wire : { ...wire, id };
}

/** The `error` of a failed response. */
export function errorIn({ kind, code, message, overflow }: Failure): JsonObject {
  if (overflow === true) return { code: "context_length_exceeded", message };
  const errorCode = code !== undefined && CODES.has(code) ? code : (KINDS[kind] ?? "server_error");
  return { code: errorCode, message };
}

/** https://developers.openai.com/api/reference: the codes of a response's error, and those that its streams have beside them. */
const CODES: ReadonlySet<string> = new Set([
  ...["server_error", "rate_limit_exceeded", "invalid_prompt", "bio_policy", "misalignment_policy_violation"],
  ...["data_residency_mismatch", "vector_store_timeout", "insufficient_quota", "context_length_exceeded"],
]);

const KINDS: Readonly<Partial<Record<FailureKind, string>>> = {
  "invalid-request": "invalid_prompt",
  billing: "insufficient_quota",
  "too-large": "context_length_exceeded",
  "rate-limit": "rate_limit_exceeded",
};

function isMessagePart({ type }: Part): boolean {
  return type === "text" || type === "refusal" || type === "media";
}

function itemOf(
  run: readonly [Part, ...Part[]],
  { response, index, status }: { response: string; index: number; status: string },
  report: Report,
): JsonObject | undefined {
  const [part] = run;
  if (part.type === "call") {
    loseForeignExtras("openai-responses", part, report);
    const text = part.kind === "custom" && part.input.type === "text" ? part.input.text : inputAsText(part.input);
    return callItem(itemId(callPrefix(part), response, index), part, { text, status: "completed" });
  }
  if (part.type === "reasoning") {
    loseForeignExtras("openai-responses", part, report);
    return reasoningItem(genuineId(part.signature) ?? itemId("rs", response, index), summaryOf(part.texts), part);
  }
  if (part.type === "opaque") return opaqueItem(itemId("item", response, index), part, report);
  if (part.type === "result") return loseNode(part, "result", report);
  const content = run.flatMap((each) => parts.encode(each, report, "output") ?? []);
  return messageItem(itemId("msg", response, index), content, status);
}

function choiceOf(request: CanonicalRequest | undefined): Json {
  const { mode, tool } = request?.choice ?? { mode: "auto" };
  return tool === undefined || tool.kind === "hosted" ? mode : { type: tool.kind, name: tool.name };
}

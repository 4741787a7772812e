// The part of a translation that whole responses and streams share: `translate-response.ts` gives it whole candidates,
// `stream/part-emitter.ts` one part after the other.

import { derivedId } from "../../identity/call-ids.ts";
import { inputProblem, isNullInput, parseInput } from "../../mapping/nodes/call-input.ts";
import { NAMELESS_CALL } from "../../mapping/nodes/failure.ts";
import { fieldReport, nodeReport } from "../../mapping/provenance.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallPart } from "../../model/call.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Failure } from "../../model/failure.ts";
import type { Part } from "../../model/part.ts";
import type { Candidate, FinishReason } from "../../model/response.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { repairInput } from "../calls/double-encoded.ts";
import { unwrapCalls } from "../calls/unwrap-calls.ts";
import { type PartBeforeCall, withCarriedParts } from "../reasoning/carry.ts";
import { clientSignatures } from "../reasoning/signatures.ts";
import { liftFormattedText } from "../request/response-format.ts";
import { callKind, liftInput, type ToolBinding } from "../tools/tool-binding.ts";
import { clientFinishReason, failureOf, TRUNCATING_REASONS } from "./finish-reason.ts";
import { ResponseSignatures, withSignatureBefore } from "./response-signatures.ts";
import type { ResponseTranslatorContext } from "./translator-context.ts";

/** Translates a provider's response for the client: the names, ids and arguments of calls, and the finish reason. */
export class ResponseTranslator {
  private readonly context: ResponseTranslatorContext;
  private readonly report: Report;
  readonly signatures: ResponseSignatures;
  /** The ids that the next call must not have; as many as the conversation has calls so far. */
  private ids: string[] | undefined;
  hasCalls = false;
  /** A call is without the name of its tool. */
  lacksName = false;

  constructor(context: ResponseTranslatorContext, report: Report) {
    this.context = context;
    this.report = report;
    this.signatures = new ResponseSignatures(context);
  }

  get profile(): ConversationProfile {
    return this.context.profile;
  }

  binding(name: string, namespace: string | undefined): ToolBinding {
    return this.context.tools?.toClient(name, namespace) ?? undeclaredBinding(name, namespace);
  }

  /** The client's id of the next call. */
  id(call: Pick<CallPart, "id" | "name" | "origin">): string {
    const { id, name } = call;
    const { ids, idsBefore } = this.context;
    this.hasCalls = true;
    this.ids ??= idsBefore();
    let position = this.ids.length;
    const translated = id === "" ? this.newId(String(position), name) : ids.toClient(id);
    let unique = translated;
    while (this.ids.includes(unique)) unique = ids.toClient(`${id}_${position++}`);
    this.ids.push(unique);
    if (unique !== translated) fieldReport(call, "id", this.report).change("duplicate-id", unique);
    else if (!ids.isClientReversible(id)) fieldReport(call, "id", this.report).change("call-id", unique);
    return unique;
  }

  private newId(position: string, name: string): string {
    const { profile, makeId } = this.context;
    const { callIds } = profile;
    return makeId === undefined ? derivedId([position, name], callIds) : callIds.prefix + makeId();
  }

  /** Whether a call's free text has to become an argument, because the client has functions alone. */
  wraps(call: Pick<CallPart, "kind" | "origin">): boolean {
    if (call.kind !== "custom" || this.context.profile.customTools) return false;
    nodeReport(call, this.report).change("custom-to-function");
    return true;
  }

  /** The type of the vendor's client tool that is called, if it is one. */
  builtIn(call: Pick<CallPart, "builtIn" | "origin">, binding: ToolBinding): { builtIn?: string } {
    if (binding.builtIn !== undefined) return { builtIn: binding.builtIn };
    if (call.builtIn === undefined) return {};
    if (this.context.client === this.context.vendor) return { builtIn: call.builtIn };
    nodeReport(call, this.report).change("client-tool-to-function");
    return {};
  }

  /** Translates a whole call. */
  call(call: CallPart): CallPart {
    this.lacksName ||= call.name === "";
    const binding = this.binding(call.name, call.namespace);
    const wraps = this.wraps(call);
    const kind = wraps ? "function" : callKind(call, binding);
    const input = wraps ? wrapTextInput(call.input) : liftInput(this.checked(call, binding), binding);
    const { namespace, builtIn, ...rest } = call;
    const group = binding.namespace === undefined ? {} : { namespace: binding.namespace };
    const clientTool = this.builtIn(call, binding);
    const signed = call.signature === undefined ? {} : { signature: this.signatures.ofCall(call.signature) };
    return { ...rest, ...signed, ...group, ...clientTool, id: this.id(call), name: binding.name, kind, input };
  }

  /** Translates a whole candidate. */
  candidate(candidate: Candidate): Candidate {
    const { client, profile } = this.context;
    const { signatureVendor: vendor = client } = profile;
    const vendors = vendor === client ? [client] : [vendor, client];
    const native = clientSignatures(withCarriedParts(candidate.parts, this.report), vendors);
    const parts = native.flatMap((part): Part[] => {
      if (part.type === "reasoning") return [this.signatures.reasoning(part)];
      if (part.type === "text") return [{ ...part, text: this.text(part.text) }];
      if (part.type !== "call") return [part];
      if (TRUNCATING_REASONS.has(candidate.finishReason.reason) && isTruncated(part, candidate))
        return this.truncated(part);
      const calls = unwrapCalls(part, this.context, this.report);
      return calls.flatMap((call) => withSignatureBefore(this.call(call), this.context.profile));
    });
    return { ...candidate, parts: this.carried(parts), finishReason: this.finishReason(candidate.finishReason) };
  }

  private carried(parts: readonly Part[]): readonly Part[] {
    if (this.context.profile.reasoningOnCalls !== true || !parts.some(({ type }) => type === "reasoning")) return parts;
    let before: PartBeforeCall[] = [];
    return parts.map((part) => {
      if (part.type === "reasoning" || (part.type === "text" && part.text !== "")) before.push(part);
      if (part.type !== "call") return part;
      const signature = part.signature ?? this.signatures.carrying(before);
      before = [];
      return signature === part.signature ? part : { ...part, signature };
    });
  }

  /** Whether the response's text can only be translated when it is complete. */
  get waitsForText(): boolean {
    return this.context.format !== undefined;
  }

  /** Translates the response's text. */
  text(text: string): string {
    return this.context.format === undefined ? text : liftFormattedText(text, this.context.format);
  }

  /** The finish reason for the client. */
  finishReason(finishReason: FinishReason): FinishReason {
    return clientFinishReason(finishReason, this.hasCalls);
  }

  /** The error that a finish reason, or a call without a name, stands for. */
  failure(finishReason: FinishReason, hasOutput: boolean): Failure | undefined {
    if (this.lacksName) return NAMELESS_CALL;
    return failureOf(finishReason, { hasOutput, hasCalls: this.hasCalls }, this.context);
  }

  /** Reports that streamed arguments were encoded twice, `null`, or no JSON object. */
  reportArguments(problem: "double-encoded" | "null" | "invalid"): void {
    if (problem !== "invalid") this.report.change(`${problem}-arguments`);
    else this.report.lose("invalid-arguments", { feature: "arguments", action: "weakened" });
  }

  private checked(call: CallPart, binding: ToolBinding): CallPart["input"] {
    const repaired = repairInput(call.input, binding.schema);
    if (repaired !== undefined) {
      this.at(call).change("double-encoded-arguments");
      return repaired;
    }
    if (isNullInput(call.input)) this.at(call).change("null-arguments");
    else if (inputProblem(call.input) !== undefined)
      this.at(call).lose("invalid-arguments", { feature: "arguments", action: "weakened" });
    return call.input;
  }

  // A truncated call must not look like a complete one.
  private truncated(call: CallPart): Part[] {
    this.at(call).lose("truncated-call", { feature: call.name, action: "truncated" });
    return [];
  }

  private at({ origin }: CallPart): Report {
    return this.report.on(origin?.place ?? Place.root);
  }
}

// A call without arguments has an empty object: an empty text is truncated. Free text does not show whether it is complete.
function isTruncated(call: CallPart, { parts }: Candidate): boolean {
  const { input } = call;
  if (input.type === "text") return call === parts.at(-1);
  if (input.type === "json" && input.text.trim() === "") return true;
  return parseInput(input).problem !== undefined;
}

function undeclaredBinding(name: string, namespace: string | undefined): ToolBinding {
  return { name, kind: "function", wrapped: false, ...(namespace === undefined ? {} : { namespace }) };
}

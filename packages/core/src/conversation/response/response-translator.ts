// The part of a translation that whole responses and streams share: `translate-response.ts` gives it whole candidates,
// `stream/part-emitter.ts` one part after the other.

import { type CallIds, derivedId } from "../../identity/call-ids.ts";
import { inputProblem, isNullInput, parseInput } from "../../mapping/nodes/call-input.ts";
import { EMPTY_RESPONSE } from "../../mapping/nodes/failure.ts";
import { redactSignature } from "../../mapping/nodes/signature.ts";
import { fieldReport, nodeReport } from "../../mapping/provenance.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Failure } from "../../model/failure.ts";
import type { Part } from "../../model/part.ts";
import type { Candidate, FinishReason, FinishReasonName } from "../../model/response.ts";
import type { Signature } from "../../model/signature.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import type { Lens } from "../../schema/lens.ts";
import { repairInput } from "../calls/double-encoded.ts";
import { unwrapCalls } from "../calls/unwrap-calls.ts";
import { nestSignature, signatureOrigin } from "../reasoning/call-signature.ts";
import { carrierSignature, type PartBeforeCall, withCarriedParts } from "../reasoning/carry.ts";
import { clientSignatures } from "../reasoning/signatures.ts";
import { liftFormattedText } from "../request/response-format.ts";
import { callKind, liftInput, type ToolBinding } from "../tools/tool-binding.ts";
import type { ToolSet } from "../tools/tool-set.ts";

/** What a response is translated by. */
export interface ResponseTranslatorContext {
  readonly tools: ToolSet | undefined;
  /** Lifts the response's text, where its JSON schema was lowered. */
  readonly format: Lens | undefined;
  readonly ids: CallIds;
  /** The client's dialect, and the provider's. */
  readonly client: string;
  readonly vendor: string;
  /** Which provider of that dialect it is, where it has a name. */
  readonly provider?: string | undefined;
  /** The keys of the provider's signature inside of a call's extra content. */
  readonly extraSignature?: readonly string[] | undefined;
  /** The client's profile. */
  readonly profile: ConversationProfile;
  /** Makes ids for calls whose provider gives none; by default they are derived from their position. */
  readonly makeId?: (() => string) | undefined;
  /** The name of an undeclared tool that the provider's models call to make several calls at once. */
  readonly wrapper: RegExp | undefined;
  /** How many calls the conversation had before this response. */
  readonly callsBefore: number;
}

/** Translates a provider's response for the client: the names, ids and arguments of calls, and the finish reason. */
export class ResponseTranslator {
  private readonly context: ResponseTranslatorContext;
  private readonly report: Report;
  private readonly seen = new Set<string>();
  private calls = 0;

  constructor(context: ResponseTranslatorContext, report: Report) {
    this.context = context;
    this.report = report;
  }

  get hasCalls(): boolean {
    return this.calls > 0;
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
    const { ids, callsBefore } = this.context;
    const position = String(callsBefore + this.calls++);
    const translated = id === "" ? this.newId(position, name) : ids.toClient(id);
    const repeated = this.seen.has(translated);
    const unique = repeated ? ids.toClient(`${id}_${position}`) : translated;
    this.seen.add(unique);
    if (repeated) fieldReport(call, "id", this.report).change("duplicate-id", unique);
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

  /** The signature of a call, as the client's dialect holds it. */
  callSignature(signature: Signature): Signature {
    const { vendor, profile, extraSignature } = this.context;
    if (profile.extraContent !== true || extraSignature === undefined || signature.vendor !== vendor)
      return this.withProvider(signature);
    return { ...this.withProvider(signature), extra: nestSignature(signature.value, extraSignature) };
  }

  /** A signature that carries the reasoning before a call, where the client would drop the reasoning. */
  carriedReasoning(parts: readonly PartBeforeCall[]): Signature | undefined {
    const { client, vendor, provider, profile } = this.context;
    if (profile.reasoningOnCalls !== true || client === vendor) return undefined;
    return carrierSignature(parts, provider === undefined ? { vendor } : { vendor, provider });
  }

  /** Translates a whole call. */
  call(call: CallPart): CallPart {
    const binding = this.binding(call.name, call.namespace);
    const wraps = this.wraps(call);
    const kind = wraps ? "function" : callKind(call, binding);
    const input = wraps ? wrapTextInput(call.input) : liftInput(this.checked(call, binding), binding);
    const { namespace, builtIn, ...rest } = call;
    const group = binding.namespace === undefined ? {} : { namespace: binding.namespace };
    const clientTool = this.builtIn(call, binding);
    const signed = call.signature === undefined ? {} : { signature: this.callSignature(call.signature) };
    return { ...rest, ...signed, ...group, ...clientTool, id: this.id(call), name: binding.name, kind, input };
  }

  /** Translates a whole candidate. */
  candidate(candidate: Candidate): Candidate {
    const { client, profile } = this.context;
    const { signatureVendor: vendor = client } = profile;
    const vendors = vendor === client ? [client] : [vendor, client];
    const native = clientSignatures(withCarriedParts(candidate.parts, this.report), vendors);
    const parts = native.flatMap((part): Part[] => {
      if (part.type === "reasoning") return [this.reasoning(part)];
      if (part.type === "text") return [{ ...part, text: this.text(part.text) }];
      if (part.type !== "call") return [part];
      if (TRUNCATING_REASONS.has(candidate.finishReason.reason) && isTruncated(part)) return this.truncated(part);
      const calls = unwrapCalls(part, this.context, this.report);
      return calls.flatMap((call) => carrySignature(this.call(call), this.context.profile));
    });
    return { ...candidate, parts: this.carried(parts), finishReason: this.finishReason(candidate.finishReason) };
  }

  private carried(parts: readonly Part[]): readonly Part[] {
    if (this.context.profile.reasoningOnCalls !== true || !parts.some(({ type }) => type === "reasoning")) return parts;
    let before: PartBeforeCall[] = [];
    return parts.map((part) => {
      if (part.type === "reasoning" || (part.type === "text" && part.text !== "")) before.push(part);
      if (part.type !== "call") return part;
      const signature = part.signature ?? this.carriedReasoning(before);
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

  /** Reasoning that names its vendor and provider, so that it goes back there and nowhere else. */
  reasoning<T extends { readonly signature?: Signature; readonly redacted?: boolean }>(part: T): T {
    const { client, vendor } = this.context;
    if (part.signature === undefined) return { ...part, signature: this.withProvider({ vendor, value: null }) };
    const signature = this.withProvider(part.signature);
    if (part.redacted !== true || client === signature.vendor)
      return signature === part.signature ? part : { ...part, signature };
    const { redacted, ...rest } = part;
    // The flag is optional in every `T`.
    return { ...rest, signature: redactSignature(signature) } as unknown as T;
  }

  /** A signature of this response with the provider that made it. */
  withProvider(signature: Signature): Signature {
    const { vendor, provider } = this.context;
    return provider === undefined || signature.vendor !== vendor ? signature : { ...signature, provider };
  }

  /**
   * The finish reason: a response with calls finishes with `tool`, whatever the provider says, unless it was truncated or
   * refused. A raw reason that says neither is reported.
   */
  finishReason(finishReason: FinishReason): FinishReason {
    if (this.hasCalls && CALLABLE.has(finishReason.reason))
      return { ...finishReason, reason: "tool", ...(isUnclear(finishReason) ? { special: true } : {}) };
    return finishReason.reason === "tool" && !this.hasCalls ? { ...finishReason, reason: "end" } : finishReason;
  }

  /** The error that a finish reason stands for: a malformed call must not look like a response without one. */
  failure({ reason, raw, message }: FinishReason, hasOutput: boolean): Failure | undefined {
    const code = raw === undefined ? {} : { code: raw };
    if (!hasOutput && WITHHELD.has(reason) && !this.context.profile.withheld)
      return { kind: "invalid-request", status: 400, message: message ?? "the answer was withheld", ...code };
    // An empty response with an unknown finish reason, or none.
    if (!hasOutput && reason === "other" && this.context.client !== this.context.vendor)
      return { ...EMPTY_RESPONSE, ...code, ...(message === undefined ? {} : { message }) };
    if (reason !== "malformed" || this.hasCalls) return undefined;
    return { kind: "server", status: 502, message: message ?? "the model made a call that cannot be read", ...code };
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

function isUnclear({ reason, raw }: FinishReason): boolean {
  return raw !== undefined && (reason === "other" || reason === "pause");
}

const WITHHELD: ReadonlySet<FinishReasonName> = new Set(["filter", "refusal"]);

/** Finish reasons at which a call may be truncated. */
export const TRUNCATING_REASONS: ReadonlySet<FinishReasonName> = new Set(["length", "filter", "refusal", "malformed"]);

const CALLABLE: ReadonlySet<FinishReasonName> = new Set(["end", "tool", "stop-sequence", "other", "pause"]);

/** A call; where the client has no field for its signature, that stands in a reasoning part before it. */
function carrySignature(call: CallPart, profile: ConversationProfile): Part[] {
  const { signature, ...rest } = call;
  return signature === undefined || profile.signedCalls
    ? [call]
    : [{ ...signatureAsReasoning(signature), ...signatureOrigin(call) }, rest];
}

/** A reasoning part that holds the signature of the call after it. */
export function signatureAsReasoning(signature: Signature): ReasoningPart {
  return { type: "reasoning", texts: [], signature: { ...signature, value: { call: signature.value } } };
}

// A call without arguments has an empty object: an empty text is truncated.
function isTruncated({ input }: CallPart): boolean {
  if (input.type === "json" && input.text.trim() === "") return true;
  return input.type !== "text" && parseInput(input).problem !== undefined;
}

function undeclaredBinding(name: string, namespace: string | undefined): ToolBinding {
  return { name, kind: "function", wrapped: false, ...(namespace === undefined ? {} : { namespace }) };
}

import { type CallIds, derivedId } from "../../identity/call-ids.ts";
import { inputProblem, isNullInput, parseInput } from "../../mapping/nodes/call-input.ts";
import { EMPTY_RESPONSE } from "../../mapping/nodes/failure.ts";
import { redactSignature } from "../../mapping/nodes/signature.ts";
import { fieldReport, nodeReport } from "../../mapping/provenance.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallPart } from "../../model/call.ts";
import type { Failure } from "../../model/failure.ts";
import type { Part, ReasoningPart, Signature } from "../../model/part.ts";
import type { ConversationProfile } from "../../model/profile.ts";
import type { Candidate, FinishReason, FinishReasonName } from "../../model/response.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import type { Lens } from "../../schema/lens.ts";
import { decodeTwice } from "../calls/double-encoded.ts";
import { unwrapCalls } from "../calls/unwrap-calls.ts";
import {
  carrierSignature,
  nestSignature,
  type PartBeforeCall,
  signatureOrigin,
  withCarriedParts,
} from "../reasoning/carry.ts";
import { clientSignatures } from "../reasoning/signatures.ts";
import { liftFormattedText } from "../request/response-format.ts";
import { liftInput, type ToolBinding } from "../tools/tool-binding.ts";
import type { ToolSet } from "../tools/tool-set.ts";

/** What an answer's way to the client depends on. */
export interface ResponseTranslatorContext {
  readonly tools: ToolSet | undefined;
  /** What the answer's text goes through, where it is JSON by a schema. */
  readonly format: Lens | undefined;
  readonly ids: CallIds;
  /** The client's dialect, and the provider's. */
  readonly client: string;
  readonly vendor: string;
  /** Which of those who speak the provider's dialect it is, where that is told. */
  readonly provider?: string | undefined;
  /** The keys under which the provider's signatures stand in a field of calls for whatever servers want back. */
  readonly extraSignature?: readonly string[] | undefined;
  /** The client's. */
  readonly profile: ConversationProfile;
  /** Makes ids for calls whose provider gives none; derived from their place unless told. */
  readonly makeId?: (() => string) | undefined;
  /** What the provider's models call a tool that nobody declared, to call several others at once. */
  readonly wrapper: RegExp | undefined;
  /** How many calls the conversation had before this answer. */
  readonly callsBefore: number;
}

/** Puts what a provider answered into the client's terms: the names, ids and arguments of calls, and why it ends. */
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
    return this.context.tools?.toClient(name, namespace) ?? plainPassage(name, namespace);
  }

  /** The client's id of the next call. */
  id(call: Pick<CallPart, "id" | "name" | "origin">): string {
    const { id, name } = call;
    const { ids, callsBefore } = this.context;
    const position = String(callsBefore + this.calls++);
    const own = id === "" ? this.newId(position, name) : ids.toClient(id);
    const repeated = this.seen.has(own);
    const unique = repeated ? ids.toClient(`${id}_${position}`) : own;
    this.seen.add(unique);
    if (repeated) fieldReport(call, "id", this.report).change("duplicate-id", unique);
    else if (!ids.leadsBack(id)) fieldReport(call, "id", this.report).change("call-id", unique);
    return unique;
  }

  private newId(position: string, name: string): string {
    const { profile, makeId } = this.context;
    const { callIds } = profile;
    return makeId === undefined ? derivedId([position, name], callIds) : callIds.prefix + makeId();
  }

  /** Whether a call's free text must stand in an argument, because the client knows functions alone. */
  wraps(call: Pick<CallPart, "kind" | "origin">): boolean {
    if (call.kind !== "custom" || this.context.profile.customTools) return false;
    nodeReport(call, this.report).change("custom-to-function");
    return true;
  }

  /** What a call is of, where it is of a tool of the client's own, or of one that only the provider knows. */
  builtIn(call: Pick<CallPart, "builtIn" | "origin">, passage: ToolBinding): { builtIn?: string } {
    if (passage.builtIn !== undefined) return { builtIn: passage.builtIn };
    if (call.builtIn === undefined) return {};
    if (this.context.client === this.context.vendor) return { builtIn: call.builtIn };
    nodeReport(call, this.report).change("client-tool-to-function");
    return {};
  }

  /** The signature of a call as the client's calls have it. */
  callSignature(signature: Signature): Signature {
    const { vendor, profile, extraSignature } = this.context;
    if (profile.extraContent !== true || extraSignature === undefined || signature.vendor !== vendor)
      return this.withProvider(signature);
    return { ...this.withProvider(signature), extra: nestSignature(signature.value, extraSignature) };
  }

  /** The signature of a call that has none: the reasoning before it, where the client would drop that. */
  carriedReasoning(parts: readonly PartBeforeCall[]): Signature | undefined {
    const { client, vendor, provider, profile } = this.context;
    if (profile.reasoningOnCalls !== true || client === vendor) return undefined;
    return carrierSignature(parts, provider === undefined ? { vendor } : { vendor, provider });
  }

  /** A whole call in the client's terms. */
  call(call: CallPart): CallPart {
    const passage = this.binding(call.name, call.namespace);
    const wraps = this.wraps(call);
    const kind = wraps ? "function" : call.kind === "custom" ? "custom" : passage.kind;
    const input = wraps ? wrapTextInput(call.input) : liftInput(this.checked(call, passage), passage);
    const { namespace, builtIn, ...rest } = call;
    const group = passage.namespace === undefined ? {} : { namespace: passage.namespace };
    const own = this.builtIn(call, passage);
    const signed = call.signature === undefined ? {} : { signature: this.callSignature(call.signature) };
    return { ...rest, ...signed, ...group, ...own, id: this.id(call), name: passage.name, kind, input };
  }

  /** A whole answer in the client's terms. */
  candidate(candidate: Candidate): Candidate {
    const own = clientSignatures(withCarriedParts(candidate.parts, this.report), this.context.client);
    const parts = own.flatMap((part): Part[] => {
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

  /** Whether the answer's text can only be passed on as a whole. */
  get waitsForText(): boolean {
    return this.context.format !== undefined;
  }

  /** The answer's text in the client's terms. */
  text(text: string): string {
    return this.context.format === undefined ? text : liftFormattedText(text, this.context.format);
  }

  /** A thought that says whose it is, so that it goes back there and nowhere else. */
  reasoning<T extends { readonly signature?: Signature; readonly redacted?: boolean }>(part: T): T {
    const { client, vendor } = this.context;
    if (part.signature === undefined) return { ...part, signature: this.withProvider({ vendor, value: null }) };
    const signature = this.withProvider(part.signature);
    if (part.redacted !== true || client === signature.vendor)
      return signature === part.signature ? part : { ...part, signature };
    const { redacted, ...rest } = part;
    return { ...rest, signature: redactSignature(signature) } as unknown as T;
  }

  /** A signature of this answer's that says which provider made it. */
  withProvider(signature: Signature): Signature {
    const { vendor, provider } = this.context;
    return provider === undefined || signature.vendor !== vendor ? signature : { ...signature, provider };
  }

  /**
   * Why the answer ends: whatever the provider says, a call is to be run unless the answer was cut or refused. What is said
   * beside it, and is neither an end nor a call, is reported.
   */
  finishReason(stop: FinishReason): FinishReason {
    if (this.hasCalls && CALLABLE.has(stop.reason))
      return { ...stop, reason: "tool", ...(isOdd(stop) ? { special: true } : {}) };
    return stop.reason === "tool" && !this.hasCalls ? { ...stop, reason: "end" } : stop;
  }

  /** The error that an end stands for: a call that could not be read must not look like an answer without one. */
  failure({ reason, raw, message }: FinishReason, spoken: boolean): Failure | undefined {
    const code = raw === undefined ? {} : { code: raw };
    if (!spoken && WITHHELD.has(reason) && !this.context.profile.withheld)
      return { kind: "invalid-request", status: 400, message: message ?? "the answer was withheld", ...code };
    // An end that nobody knows, or none at all, of an answer with nothing in it.
    if (!spoken && reason === "other" && this.context.client !== this.context.vendor)
      return { ...EMPTY_RESPONSE, ...code, ...(message === undefined ? {} : { message }) };
    if (reason !== "malformed" || this.hasCalls) return undefined;
    return { kind: "server", status: 502, message: message ?? "the model made a call that cannot be read", ...code };
  }

  /** Reports that arguments which came in pieces were JSON in JSON, `null`, or no JSON object at all. */
  reportArguments(problem: "double-encoded" | "null" | "invalid"): void {
    if (problem !== "invalid") this.report.change(`${problem}-arguments`);
    else this.report.lose("invalid-arguments", { feature: "arguments", action: "weakened" });
  }

  private checked(call: CallPart, passage: ToolBinding): CallPart["input"] {
    const repaired = decodeTwice(call.input, passage.schema);
    if (repaired !== undefined) {
      this.at(call).change("double-encoded-arguments");
      return repaired;
    }
    if (isNullInput(call.input)) this.at(call).change("null-arguments");
    else if (inputProblem(call.input) !== undefined)
      this.at(call).lose("invalid-arguments", { feature: "arguments", action: "weakened" });
    return call.input;
  }

  // To a client that only knows whole arguments, half a call must not look like one.
  private truncated(call: CallPart): Part[] {
    this.at(call).lose("truncated-call", { feature: call.name, action: "truncated" });
    return [];
  }

  private at({ origin }: CallPart): Report {
    return this.report.on(origin?.place ?? Place.root);
  }
}

function isOdd({ reason, raw }: FinishReason): boolean {
  return raw !== undefined && (reason === "other" || reason === "pause");
}

const WITHHELD: ReadonlySet<FinishReasonName> = new Set(["filter", "refusal"]);

/** Ends at which a call may be left half said. */
export const TRUNCATING_REASONS: ReadonlySet<FinishReasonName> = new Set(["length", "filter", "refusal", "malformed"]);

const CALLABLE: ReadonlySet<FinishReasonName> = new Set(["end", "tool", "stop-sequence", "other", "pause"]);

/** A call whose signature the client has no field for, with the signature in a thought before it. */
function carrySignature(call: CallPart, profile: ConversationProfile): Part[] {
  const { signature, ...rest } = call;
  return signature === undefined || profile.signedCalls
    ? [call]
    : [{ ...signatureAsReasoning(signature), ...signatureOrigin(call) }, rest];
}

/** A thought that holds the signature of the call after it. */
export function signatureAsReasoning(signature: Signature): ReasoningPart {
  return { type: "reasoning", texts: [], signature: { ...signature, value: { call: signature.value } } };
}

// A call without arguments has empty ones: where there are none at all, they were still to come.
function isTruncated({ input }: CallPart): boolean {
  if (input.type === "json" && input.text.trim() === "") return true;
  return input.type !== "text" && parseInput(input).problem !== undefined;
}

function plainPassage(name: string, namespace: string | undefined): ToolBinding {
  return { name, kind: "function", wrapped: false, ...(namespace === undefined ? {} : { namespace }) };
}

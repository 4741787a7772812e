import { isArray, isObject } from "../../json/value.ts";
import { parseFrame, truncatedStream } from "../../mapping/frame.ts";
import { loseNode } from "../../mapping/node.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { DeltaTemplate, StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { NodeOrigin } from "../../model/node.ts";
import type { Citation } from "../../model/part.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { ChatCallReader, type DeltaTarget } from "./call-reader.ts";
import { decodeCitations } from "./citations.ts";
import { decodeFailure, failureIn, failureOf, UNKNOWN_STATUS } from "./errors.ts";
import type { ChatFacts } from "./facts.ts";
import { finishReasonOf, reportRawReason } from "./finish-reasons.ts";
import { detailTexts } from "./reasoning.ts";
import { mergeDetails, type TextDetail, textAppender, textDetailIn } from "./reasoning-details.ts";
import { decodeUsage } from "./usage.ts";

/** The kinds of words that a delta may hold. */
type TextKind = "text" | "refusal" | "reasoning";

/** Reads the chunks of a stream of the family. */
export class ChatStreamReader implements StreamReader {
  private readonly facts: ChatFacts;
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private readonly calls: ChatCallReader;
  private readonly reasoningFields: readonly string[];
  private readonly detailsField: string | undefined;
  private readonly details: Json[] = [];
  private readonly reported = new Set<string>();
  private readonly otherChunkFields = new UnreadFields(CHUNK);
  private readonly otherChoiceFields = new UnreadFields(CHOICE);
  private readonly otherDeltaFields: UnreadFields;
  /** The tier that it is served in, where the beginning does not say it. */
  private tier: Json | undefined;
  private hasEarlyTier = false;
  /** Sources that have come before the words. */
  private earlyCitations: Citation[] = [];
  private openText: { readonly kind: TextKind; readonly part: number } | undefined;
  private started = false;
  private finishReason: string | undefined;
  private parts = 0;
  private last: Json = null;

  constructor(facts: ChatFacts, emit: (event: StreamEvent) => void, report: Report) {
    this.facts = facts;
    this.emit = emit;
    this.report = report;
    this.reasoningFields = facts.reasoning.map((place) => place.slice(1));
    this.detailsField = facts.reasoningDetails?.slice(1);
    this.otherDeltaFields = new UnreadFields(new Set([...DELTA, ...this.reasoningFields, this.detailsField ?? ""]));
    this.calls = new ChatCallReader(facts.dialect, {
      open: (part) => this.openCall(part),
      note: (index, note) => this.emit({ type: "part-note", index, note }),
      delta: (index, text) => this.emit({ type: "part-delta", index, text }),
    });
  }

  read(data: string, event?: string): void {
    if (data.startsWith("[DONE]")) {
      if (this.finishReason === undefined) throw truncatedStream();
      this.end();
      return;
    }
    const chunk = parseFrame(data);
    this.last = chunk;
    const failure =
      event === "error" ? decodeFailure(chunk, UNKNOWN_STATUS) : isObject(chunk) ? failureIn(chunk) : undefined;
    if (failure !== undefined) this.emit({ type: "failure", failure });
    else if (isObject(chunk)) this.readChunk(chunk, data);
  }

  /** Without a reason to finish, the answer was cut short, whatever mark stands at its end. */
  end(): void {
    if (this.finishReason === undefined) return;
    this.closeReasoning();
    const failure = failureOf(this.finishReason) ?? (this.calls.lacksName ? MISSING_NAME : undefined);
    for (const source of this.earlyCitations.splice(0)) loseNode(source, "citation", this.report);
    const stop = finishReasonOf(this.finishReason);
    reportRawReason(stop, this.calls.hasCalls, this.report);
    const end = { type: "response-end", finishReason: stop, ...this.lateTier() } as const;
    this.emit(failure === undefined ? end : { type: "failure", failure });
  }

  get isEnding(): boolean {
    return this.finishReason !== undefined;
  }

  deltaTemplate(): DeltaTemplate | undefined {
    const chunk = isObject(this.last) ? this.last : {};
    const [choice, ...others] = isArray(chunk.choices) ? chunk.choices : NONE;
    if (!isObject(choice) || !isObject(choice.delta) || others.length > 0 || usageIn(chunk, choice)) return undefined;
    if ((choice.index ?? 0) !== 0) return undefined;
    const detail = this.detailsField === undefined ? undefined : textDetailIn(choice.delta[this.detailsField]);
    const told = Object.entries(choice.delta).filter(
      ([key, value]) => !METADATA.has(key) && value !== null && value !== "" && !(detail && key === this.detailsField),
    );
    const [[field, value] = ["", null]] = told;
    const emitText = told.length === 1 ? this.deltaTarget(field, value) : undefined;
    if (emitText === undefined) return undefined;
    const text = `/choices/0/delta/${emitText.pointer}`;
    return detail === undefined
      ? { text, ignored: IGNORED, apply: emitText.apply }
      : { text, ignored: IGNORED, ...this.withMirror(emitText, detail) };
  }

  // Thoughts stand in a field of their own, and once more among what their vendor wants back.
  private withMirror(sayer: DeltaTarget, detail: TextDetail): Pick<DeltaTemplate, "apply" | "mirror"> {
    const grow = textAppender(this.details, detail);
    const say = (text: string): void => {
      sayer.apply(text);
      grow(text);
    };
    return { apply: say, mirror: `/choices/0/delta/${this.detailsField}/0/${detail.field}` };
  }

  // Usage stands beside the choices, in one of them, or in a vendor's own corner.
  private readChunk(chunk: JsonObject, data: string): void {
    let first: JsonObject | undefined;
    for (const choice of isArray(chunk.choices) ? chunk.choices : NONE) {
      if (!isObject(choice)) continue;
      first ??= choice;
      this.readChoice(choice, chunk, data);
    }
    this.otherChunkFields.report(chunk, this.report);
    this.tier = chunk.service_tier ?? this.tier;
    const usage = usageIn(chunk, first);
    if (usage !== undefined)
      this.emit({ type: "usage", usage: decodeUsage(this.facts, usage, this.report.at("usage")) });
  }

  private readChoice(choice: JsonObject, chunk: JsonObject, data: string): void {
    if (typeof choice.index === "number" && choice.index > 0) {
      this.reportOnce("choices");
      return;
    }
    if (!this.started) this.start(chunk);
    // A server that does not stream after all sends the whole message.
    const delta = choice.delta ?? choice.message;
    if (isObject(delta)) this.readDelta(delta, data);
    if (typeof choice.finish_reason === "string" && choice.finish_reason !== "")
      this.finishReason = choice.finish_reason;
    this.otherChoiceFields.report(choice, this.report);
  }

  private start({ id, model, created, service_tier: tier }: JsonObject): void {
    this.started = true;
    this.hasEarlyTier = isFilled(tier);
    this.emit({
      type: "response-start",
      ...(isFilled(id) ? { id } : {}),
      ...(isFilled(model) ? { model } : {}),
      ...(typeof created === "number" && created > 0 ? { created } : {}),
      ...(isFilled(tier) ? { serviceTier: tier } : {}),
      origin: this.origin,
    });
  }

  private lateTier(): Pick<CanonicalResponse, "serviceTier" | "origin"> {
    const { tier, hasEarlyTier: served, origin } = this;
    return isFilled(tier) && !served ? { serviceTier: tier, origin } : { origin };
  }

  private get origin(): NodeOrigin {
    return { dialect: this.facts.dialect, place: this.report.place, fields: FIELDS };
  }

  private readDelta(delta: JsonObject, data: string): void {
    const { content } = delta;
    this.readReasoning(delta);
    if (typeof content === "string") this.say("text", content);
    else if (isArray(content)) for (const part of content) this.readPart(part);
    if (typeof delta.refusal === "string") this.say("refusal", delta.refusal);
    if (isArray(delta.annotations)) this.readCitations(delta.annotations);
    this.calls.read(delta, data);
    this.otherDeltaFields.report(delta, this.report);
  }

  private deltaTarget(field: string, value: Json): DeltaTarget | undefined {
    if (field === "tool_calls" && isArray(value)) return this.calls.deltaTarget(value);
    if (typeof value !== "string") return undefined;
    const kind = field === "content" ? "text" : this.reasoningFields.includes(field) ? "reasoning" : undefined;
    return kind && { pointer: field, apply: (text) => this.say(kind, text) };
  }

  private readReasoning(delta: JsonObject): void {
    const details = this.detailsField === undefined ? undefined : delta[this.detailsField];
    const [said, ...others] = this.reasoningFields.filter((field) => isFilled(delta[field]));
    const words = said !== undefined ? String(delta[said]) : isArray(details) ? detailTexts(details).join("") : "";
    this.say("reasoning", words);
    // Servers that write two of the fields write the same into both, or leave one empty.
    for (const field of others) if (delta[field] !== words) this.reportOnce(field);
    if (isArray(details)) this.details.push(...details);
  }

  // One vendor of the family sends lists of parts, thoughts among them.
  private readPart(part: Json): void {
    if (!isObject(part)) return;
    if (typeof part.text === "string") this.say("text", part.text);
    else if (isArray(part.thinking)) this.say("reasoning", detailTexts(part.thinking).join(""));
    else this.reportOnce(String(part.type));
  }

  private say(kind: TextKind, text: string): void {
    if (text === "") return;
    const open = this.openText?.kind === kind ? this.openText : this.openTextPart(kind);
    this.emit({ type: "part-delta", index: open.part, text });
  }

  private openTextPart(kind: TextKind): { readonly kind: TextKind; readonly part: number } {
    this.closeReasoning();
    this.openText = { kind, part: this.open({ type: kind }) };
    if (kind === "text") this.emitCitations(this.openText.part);
    return this.openText;
  }

  private openCall(part: PartStart): number {
    this.closeReasoning();
    this.openText = undefined;
    return this.open(part);
  }

  private readCitations(annotations: readonly Json[]): void {
    this.earlyCitations.push(...decodeCitations(this.facts, annotations, this.report.at("annotations")));
    if (this.openText?.kind === "text") this.emitCitations(this.openText.part);
  }

  // Those who search before they answer have their sources before their words.
  private emitCitations(index: number): void {
    for (const citation of this.earlyCitations.splice(0)) this.emit({ type: "part-note", index, note: { citation } });
  }

  // What the vendor wants back with its thoughts is known when they are over.
  private closeReasoning(): void {
    if (this.details.length === 0) return;
    const value = mergeDetails(this.details.splice(0));
    const part = this.openText?.kind === "reasoning" ? this.openText.part : this.open({ type: "reasoning" });
    this.emit({ type: "part-note", index: part, note: { signature: { vendor: this.facts.dialect, value } } });
    this.emit({ type: "part-end", index: part });
    this.openText = undefined;
  }

  private open(part: PartStart): number {
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  private reportOnce(feature: string): void {
    if (this.reported.has(feature)) return;
    this.reported.add(feature);
    this.report.at(feature).lose("field", { feature });
  }
}

const NONE: readonly Json[] = [];

/** Where a chunk says what tells its answer apart. */
const FIELDS: Readonly<Record<string, string>> = {
  serviceTier: "/service_tier",
  finishReason: "/choices/0/finish_reason",
};

// Some servers write every field that they have, filled or not.
function isFilled(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** What only the first chunk is asked for, or none: two of the family hide the lengths of texts by padding. */
const IGNORED = ["/id", "/created", "/obfuscation", "/p"];

/** What a delta says of its texts, and nobody asks for. */
const METADATA: ReadonlySet<string> = new Set(["role", "channel"]);

function usageIn(chunk: JsonObject, choice: JsonObject | undefined): JsonObject | undefined {
  if (isObject(chunk.usage)) return chunk.usage;
  if (isObject(choice?.usage)) return choice.usage;
  return isObject(chunk.x_groq) && isObject(chunk.x_groq.usage) ? chunk.x_groq.usage : undefined;
}

/** What is read of a chunk, of a choice in it and of a delta, and padding against eavesdroppers, which is no part of an answer. */
const CHUNK: ReadonlySet<string> = new Set([
  "object",
  "id",
  "created",
  "model",
  "choices",
  "usage",
  "service_tier",
  "obfuscation",
  "p",
]);
const CHOICE: ReadonlySet<string> = new Set(["index", "delta", "message", "finish_reason", "usage"]);
const DELTA = ["role", "content", "refusal", "annotations", "tool_calls", "function_call"];

const MISSING_NAME: Failure = {
  kind: "server",
  status: UNKNOWN_STATUS,
  message: "the model made a call without the name of a tool",
};

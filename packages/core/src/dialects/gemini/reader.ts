import { isArray, isObject } from "../../json/value.ts";
import { levelOf, UNKNOWN_CONTENT, UNKNOWN_METADATA } from "../../loss-levels.ts";
import { parseFrame } from "../../mapping/frame.ts";
import { NO_STATUS } from "../../mapping/nodes/failure.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { TextPart } from "../../model/content.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { FinishReason } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { GeminiCallReader, type GeminiCallSink } from "./call-reader.ts";
import { decodeGrounding, decodeNewSources, type Grounded } from "./citations.ts";
import { readPart } from "./content.ts";
import * as errors from "./errors.ts";
import { blockOf, finishReasonOf } from "./finish-reasons.ts";
import * as partsCodec from "./parts.ts";
import { repeatedItems } from "./repeated.ts";
import { decodeSignature } from "./signatures.ts";
import { eitherSpelling } from "./spelling.ts";
import { CANDIDATE_FIELDS } from "./unknown-fields.ts";
import { decodeUsage, TIER_PLACE, usedTierIn } from "./usage.ts";

/** Reads the chunks of a stream: each is a response with what is new. */
export class GeminiStreamReader implements StreamReader, GeminiCallSink {
  readonly emit: (event: StreamEvent) => void;
  readonly report: Report;
  /** The open text. */
  private openText: { readonly kind: "text" | "reasoning"; readonly part: number; text: string } | undefined;
  private readonly calls: GeminiCallReader;
  /** The grounding of the current chunk. */
  private grounding: Json | undefined;
  private grounded = false;
  private started = false;
  private stop: FinishReason | undefined;
  /** Where the finish reason was read. */
  private endFields = FINISHED;
  /** The last usage: counts are cumulative. */
  private counts: JsonObject | undefined;
  private parts = 0;
  private last: Json = null;
  private readonly reported = new Set<string>();
  private readonly otherChunkFields = new UnreadFields(CHUNK, UNKNOWN_METADATA);
  private readonly otherFeedbackFields = new UnreadFields(FEEDBACK, UNKNOWN_METADATA);
  private readonly otherCandidateFields = new UnreadFields(CANDIDATE, CANDIDATE_FIELDS);
  private readonly otherTextFields = new UnreadFields(TEXT, UNKNOWN_CONTENT);

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
    this.calls = new GeminiCallReader(this);
  }

  read(data: string): void {
    // `JSON.parse` would change large numbers in the arguments.
    const frame = parseFrame(data, this.report, data.includes('"functionCall"'));
    this.last = frame;
    // Without `alt=sse`, chunks come as the items of a list.
    for (const chunk of isArray(frame) ? frame : [frame]) if (isObject(chunk)) this.readChunk(chunk);
  }

  // Gemini 2.5 Flash and CLIProxyAPI may have a finish reason in several chunks, so only the end of the bytes is the end:
  // https://github.com/router-for-me/CLIProxyAPI/issues/5640
  end(): void {
    const { stop, counts } = this;
    if (stop === undefined) return;
    if (stop.reason === "end") this.calls.end();
    this.calls.release();
    const origin = { dialect: "gemini", place: this.report.place, fields: this.endFields };
    const used = counts && { usage: decodeUsage(counts, this.report.at("usageMetadata")) };
    const usedTier = usedTierIn(counts);
    const tier = usedTier === undefined ? {} : { usedTier };
    this.emit({ type: "response-end", finishReason: stop, ...used, ...tier, origin });
  }

  get isEnding(): boolean {
    return this.stop !== undefined;
  }

  deltaTemplate(): DeltaTemplate | undefined {
    const { candidates, usageMetadata } = isObject(this.last) ? this.last : ({} as JsonObject);
    const [candidate] = isArray(candidates) && candidates.length === 1 ? candidates : [];
    const { content, index = 0, ...others } = isObject(candidate) ? candidate : ({} as JsonObject);
    const parts = isObject(content) && isArray(content.parts) ? content.parts : [];
    const [part] = parts;
    if (index !== 0 || parts.length !== 1 || !isObject(part)) return undefined;
    if (others.groundingMetadata !== undefined || others.citationMetadata !== undefined) return undefined;
    if (eitherSpelling(part, "thoughtSignature") !== undefined) return undefined;
    const kind = part.thought === true ? "reasoning" : "text";
    const apply = (text: string) => this.addText(kind, text);
    if (usageMetadata === undefined) return { text: TEXT_POINTER, ignored: HEAD_POINTERS, apply };
    return { text: TEXT_POINTER, ignored: USAGE, apply, applyLast: (json) => this.setUsage(json) };
  }

  private setUsage(json: string): void {
    const chunk = parseFrame(json, this.report);
    if (isObject(chunk) && isObject(chunk.usageMetadata)) this.counts = chunk.usageMetadata;
  }

  private readChunk(chunk: JsonObject): void {
    const { candidates, usageMetadata, promptFeedback, error } = chunk;
    if (error !== undefined && error !== null) {
      this.emit({ type: "failure", failure: errors.decode(chunk, NO_STATUS) });
      return;
    }
    if (!this.started) this.start(chunk);
    if (isObject(usageMetadata)) this.counts = usageMetadata;
    for (const candidate of repeatedItems(candidates)) if (isObject(candidate)) this.readCandidate(candidate);
    if (isObject(promptFeedback)) this.block(promptFeedback);
    this.otherChunkFields.report(chunk, this.report);
  }

  private block(feedback: JsonObject): void {
    const { blockReason, blockReasonMessage } = feedback;
    if (typeof blockReason === "string" && this.stop === undefined) {
      this.stop = blockOf(blockReason, blockReasonMessage);
      this.endFields = BLOCKED;
    }
    this.otherFeedbackFields.report(feedback, this.report.at("promptFeedback"));
  }

  private start({ responseId: id, modelVersion: model }: JsonObject): void {
    this.started = true;
    this.emit({
      type: "response-start",
      ...(typeof id !== "string" || id === "" ? {} : { id }),
      ...(typeof model !== "string" || model === "" ? {} : { model }),
      origin: { dialect: "gemini", place: this.report.place, fields: HEAD },
    });
  }

  private readCandidate(candidate: JsonObject): void {
    const { index, content, finishReason, finishMessage } = candidate;
    if (typeof index === "number" && index > 0) {
      this.reportOnce("candidates", index);
      return;
    }
    const parts = isObject(content) ? repeatedItems(content.parts) : [];
    this.grounding = candidate.groundingMetadata;
    for (const part of parts) if (isObject(part)) this.readPart(part);
    if (isObject(this.grounding)) this.ground(this.grounding);
    if (isObject(candidate.citationMetadata)) this.quote(candidate.citationMetadata);
    if (typeof finishReason === "string") {
      this.stop = finishReasonOf(finishReason, finishMessage ?? this.stop?.message);
      this.endFields = FINISHED;
    }
    this.otherCandidateFields.report(candidate, this.candidate);
  }

  private get candidate(): Report {
    return this.report.at("candidates").at(0);
  }

  private readPart(part: JsonObject): void {
    const call = eitherSpelling(part, "functionCall");
    const result = eitherSpelling(part, "functionResponse");
    if (typeof part.text === "string") this.readText(part.text, part);
    else if (isObject(call)) this.calls.read(call, part);
    else if (isObject(result)) this.readServerRun(result, part);
    else this.emitWhole(readPart(part, this.at));
  }

  private readText(text: string, part: JsonObject): void {
    this.emitText(part.thought === true ? "reasoning" : "text", text, part);
    this.otherTextFields.report(part, this.at);
  }

  // Calls that Google has run itself, and their results, are kept for this API.
  private readServerRun(result: JsonObject, part: JsonObject): void {
    const call = this.calls.served(result);
    for (const own of call === undefined ? [part] : [call, part]) this.emitWhole(partsCodec.decode(own, this.at));
  }

  private get at(): Report {
    return this.candidate.at("content").at("parts");
  }

  // A signature may come late, in a part with an empty text.
  private emitText(kind: "text" | "reasoning", text: string, part: JsonObject): void {
    this.addText(kind, text);
    const { signature } = decodeSignature(eitherSpelling(part, "thoughtSignature"));
    if (signature === undefined) return;
    // Reasoning may have no text at all.
    if (this.openText?.kind !== kind && kind === "reasoning")
      this.openText = { kind, part: this.open({ type: kind }), text: "" };
    if (this.openText === undefined) this.reportOnce("thoughtSignature", 0);
    else this.emit({ type: "part-note", index: this.openText.part, note: { signature } });
    if (!isObject(this.grounding)) this.closeText();
  }

  private addText(kind: "text" | "reasoning", text: string): void {
    this.calls.release();
    if (text === "") return;
    if (this.openText?.kind !== kind) this.openText = { kind, part: this.open({ type: kind }), text: "" };
    this.openText.text += text;
    this.emit({ type: "part-delta", index: this.openText.part, text });
  }

  // Grounding metadata comes at the end of the text, and again in every later chunk.
  private ground(metadata: JsonObject): void {
    if (this.grounded) return;
    this.grounded = true;
    const at = this.candidate.at("groundingMetadata");
    this.cite(decodeGrounding(metadata, this.emittedText, at), at);
  }

  // Citations come with their text, or again with all before them.
  private quote(metadata: JsonObject): void {
    const report = this.candidate.at("citationMetadata");
    this.cite(decodeNewSources(metadata, this.emittedText, { report, isNew: isNew(this.reported) }), report);
  }

  private get emittedText(): readonly TextPart[] {
    const { openText } = this;
    return openText?.kind === "text" ? [{ type: "text", text: openText.text }] : [];
  }

  private cite({ parts, rest }: Grounded, at: Report): void {
    const { openText, report } = this;
    for (const pointer of Object.keys(rest)) report.on(at.place.below(pointer)).loseField(levelOf("citations"));
    const [text] = parts;
    for (const citation of text?.type === "text" ? (text.citations ?? []) : [])
      if (openText !== undefined) this.emit({ type: "part-note", index: openText.part, note: { citation } });
  }

  // ── parts ─────────────────────────────────────────────────────────────────

  private emitWhole(part: Part): void {
    this.calls.release();
    this.open({ type: "whole", part });
  }

  open(part: PartStart): number {
    this.closeText();
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  private closeText(): void {
    if (this.openText !== undefined) this.emit({ type: "part-end", index: this.openText.part });
    this.openText = undefined;
  }

  private reportOnce(feature: string, index: number): void {
    const key = `${feature}${index}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    const at = this.report.at("candidates").at(index);
    (feature === "candidates" ? at : at.at(feature)).loseField(levelOf("parts"), { feature });
  }
}

const HEAD: Readonly<Record<string, string>> = { id: "/responseId", model: "/modelVersion" };

/** JSON Pointer to the text of a chunk that has nothing else. */
const TEXT_POINTER = "/candidates/0/content/parts/0/text";

/** What may differ in the chunks of a text besides the text: the head counts in the first chunk, the usage in the last. */
const HEAD_POINTERS: readonly string[] = Object.values(HEAD);
const USAGE: readonly string[] = [...HEAD_POINTERS, "/usageMetadata/"];

/** Fields that are read: of a chunk, of `promptFeedback`, of a candidate and of a text. */
const CHUNK: ReadonlySet<string> = new Set([
  "candidates",
  "usageMetadata",
  "promptFeedback",
  "modelVersion",
  "responseId",
  "error",
]);
const FINISHED: Readonly<Record<string, string>> = {
  finishReason: "/candidates/0/finishReason",
  message: "/candidates/0/finishMessage",
  usedTier: TIER_PLACE,
};

const BLOCKED: Readonly<Record<string, string>> = {
  finishReason: "/promptFeedback/blockReason",
  message: "/promptFeedback/blockReasonMessage",
  usedTier: TIER_PLACE,
};

const FEEDBACK: ReadonlySet<string> = new Set(["blockReason", "blockReasonMessage"]);
const CANDIDATE: ReadonlySet<string> = new Set([
  "content",
  "finishReason",
  "finishMessage",
  "index",
  "groundingMetadata",
  "citationMetadata",
]);
const TEXT: ReadonlySet<string> = new Set(["text", "thought", "thoughtSignature", "thought_signature"]);

// Citations that came before are skipped.
function isNew(seen: Set<string>): (source: Json) => boolean {
  return (source) => {
    const key = JSON.stringify(source);
    return !seen.has(key) && seen.add(key) !== undefined;
  };
}

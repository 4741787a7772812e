import { isArray, isObject, nonEmptyText } from "../../json/value.ts";
import { levelOf, UNKNOWN_METADATA } from "../../loss-levels.ts";
import { parseFrame } from "../../mapping/frame.ts";
import { NO_STATUS } from "../../mapping/nodes/failure.ts";
import { UnreadFields } from "../../mapping/unread-fields.ts";
import type { DeltaTemplate } from "../../model/delta-template.ts";
import type { StreamReader } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FinishReason } from "../../model/response.ts";
import type { Usage } from "../../model/usage.ts";
import type { Report } from "../../report.ts";
import * as errors from "./errors.ts";
import { blockOf, finishReasonOf } from "./finish-reasons.ts";
import { GeminiPartReader } from "./part-reader.ts";
import { repeatedItems } from "./repeated.ts";
import { eitherSpelling } from "./spelling.ts";
import { kindOf } from "./text-reader.ts";
import { CANDIDATE_FIELDS } from "./unknown-fields.ts";
import { decodeUsage, TIER_PLACE, usedTierIn } from "./usage.ts";

/** Reads the chunks of a stream: each is a response with what is new. */
export class GeminiStreamReader implements StreamReader {
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  private readonly parts: GeminiPartReader;
  private started = false;
  private stop: FinishReason | undefined;
  /** Where the finish reason was read. */
  private endFields = FINISHED;
  /** The last usage: counts are cumulative. */
  private counts: JsonObject | undefined;
  private last: Json = null;
  /** The candidates that were reported as lost. */
  private readonly lost = new Set<number>();
  private readonly otherChunkFields = new UnreadFields(CHUNK, UNKNOWN_METADATA);
  private readonly otherFeedbackFields = new UnreadFields(FEEDBACK, UNKNOWN_METADATA);
  private readonly otherCandidateFields = new UnreadFields(CANDIDATE, CANDIDATE_FIELDS);

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
    this.parts = new GeminiPartReader(emit, report);
  }

  read(data: string): void {
    // `JSON.parse` would change large numbers in the arguments.
    const frame = parseFrame(data, this.report, data.includes('"function'));
    this.last = frame;
    // Without `alt=sse`, chunks come as the items of a list.
    for (const chunk of isArray(frame) ? frame : [frame]) if (isObject(chunk)) this.readChunk(chunk);
  }

  // Gemini 2.5 Flash and CLIProxyAPI may have a finish reason in several chunks, so only the end of the bytes is the end:
  // https://github.com/router-for-me/CLIProxyAPI/issues/5640
  end(): void {
    const { stop, counts, usage } = this;
    if (stop === undefined) return;
    this.parts.end(stop.reason === "end");
    const origin = { dialect: "gemini", place: this.report.place, fields: this.endFields };
    this.emit({ type: "response-end", finishReason: stop, usage, usedTier: usedTierIn(counts), origin });
  }

  get isEnding(): boolean {
    return this.stop !== undefined;
  }

  get usage(): Usage | undefined {
    return this.counts && decodeUsage(this.counts, this.report.at("usageMetadata"));
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
    const kind = kindOf(part);
    const apply = (text: string) => this.parts.addText(kind, text);
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
      id: nonEmptyText(id),
      model: nonEmptyText(model),
      origin: { dialect: "gemini", place: this.report.place, fields: HEAD },
    });
  }

  private readCandidate(candidate: JsonObject): void {
    const { index, content, finishReason, finishMessage } = candidate;
    if (typeof index === "number" && index > 0) {
      this.loseCandidate(index);
      return;
    }
    const parts = isObject(content) ? repeatedItems(content.parts) : [];
    for (const part of parts) if (isObject(part)) this.parts.read(part, candidate);
    this.parts.texts.cite(candidate);
    if (typeof finishReason === "string") {
      this.stop = finishReasonOf(finishReason, finishMessage ?? this.stop?.message);
      this.endFields = FINISHED;
    }
    this.otherCandidateFields.report(candidate, this.report.at("candidates").at(0));
  }

  private loseCandidate(index: number): void {
    if (this.lost.has(index)) return;
    this.lost.add(index);
    this.report.at("candidates").at(index).loseField(levelOf("parts"), { feature: "candidates" });
  }
}

const HEAD: Readonly<Record<string, string>> = { id: "/responseId", model: "/modelVersion" };

/** JSON Pointer to the text of a chunk that has nothing else. */
const TEXT_POINTER = "/candidates/0/content/parts/0/text";

/** What may differ in the chunks of a text besides the text: the head counts in the first chunk, the usage in the last. */
const HEAD_POINTERS: readonly string[] = Object.values(HEAD);
const USAGE: readonly string[] = [...HEAD_POINTERS, "/usageMetadata/"];

/** Fields that are read: of a chunk, of `promptFeedback` and of a candidate. */
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

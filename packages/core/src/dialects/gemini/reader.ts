import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { Saying, StreamReader } from "../../model/dialect.ts";
import type { PartStart, StreamEvent } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Stop, Usage } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { parseFrame } from "../forms/frame.ts";
import { decodeGrounding } from "./citations.ts";
import { readPart } from "./content.ts";
import * as errors from "./errors.ts";
import { PartialArguments } from "./partial.ts";
import { decode } from "./response.ts";
import { sealOf } from "./signatures.ts";
import { spoken } from "./spelling.ts";
import { blockOf, stopOf } from "./stops.ts";
import { decodeUsage } from "./usage.ts";

/** Reads the chunks of a stream: each is a response, with what has been added to it. */
export class ContentReader implements StreamReader {
  private readonly emit: (event: StreamEvent) => void;
  private readonly report: Report;
  /** The words that are being said. */
  private words: { readonly kind: "text" | "reasoning"; readonly part: number; text: string } | undefined;
  /** The call whose arguments are on their way. */
  private call: { readonly part: number; readonly args: PartialArguments } | undefined;
  /** What the words of the chunk at hand rest on. */
  private grounding: Json | undefined;
  private grounded = false;
  private started = false;
  private stop: Stop | undefined;
  private usage: Usage | undefined;
  private parts = 0;
  private last: Json = null;
  private readonly told = new Set<string>();

  constructor(emit: (event: StreamEvent) => void, report: Report) {
    this.emit = emit;
    this.report = report;
  }

  read(data: string): void {
    // Arguments may hold numbers that the native parser would change.
    const frame = data.includes('"functionCall"') ? parseJson(data) : parseFrame(data);
    this.last = frame;
    // Without `alt=sse`, chunks come as the items of a list.
    for (const chunk of isArray(frame) ? frame : [frame]) if (isObject(chunk)) this.readChunk(chunk);
  }

  // Some servers say in every chunk how the answer ends, so that only the end of the bytes is the end.
  end(): void {
    const { stop, usage } = this;
    if (stop === undefined) return;
    if (stop.reason === "end") this.endCall();
    this.emit({ type: "response-end", stop, ...(usage === undefined ? {} : { usage }) });
  }

  saying(): Saying | undefined {
    const { candidates, usageMetadata } = isObject(this.last) ? this.last : ({} as JsonObject);
    // Counts are read, and what they lack is told, with every chunk.
    if (usageMetadata !== undefined) return undefined;
    const [candidate] = isArray(candidates) && candidates.length === 1 ? candidates : [];
    const { content, index = 0, groundingMetadata: grounds } = isObject(candidate) ? candidate : ({} as JsonObject);
    const parts = isObject(content) && isArray(content.parts) ? content.parts : [];
    const [part] = parts;
    if (index !== 0 || parts.length !== 1 || !isObject(part) || grounds !== undefined) return undefined;
    if (spoken(part, "thoughtSignature") !== undefined) return undefined;
    const kind = part.thought === true ? "reasoning" : "text";
    return { text: "/candidates/0/content/parts/0/text", idle: [], say: (text) => this.say(kind, text, part) };
  }

  private readChunk(chunk: JsonObject): void {
    const { candidates, usageMetadata, promptFeedback, error } = chunk;
    if (error !== undefined && error !== null) {
      this.emit({ type: "failure", failure: errors.decode(chunk, 502) });
      return;
    }
    if (!this.started) this.start(chunk);
    // Counts are cumulative.
    if (isObject(usageMetadata)) this.usage = decodeUsage(usageMetadata, this.report.at("usageMetadata"));
    for (const candidate of isArray(candidates) ? candidates : [])
      if (isObject(candidate)) this.readCandidate(candidate);
    if (isObject(promptFeedback) && typeof promptFeedback.blockReason === "string")
      this.stop ??= blockOf(promptFeedback.blockReason, promptFeedback.blockReasonMessage);
  }

  private start({ candidates, promptFeedback, usageMetadata, ...head }: JsonObject): void {
    this.started = true;
    const { id, model, origin, extras } = decode({ ...head, usageMetadata: {} }, this.report);
    this.emit({
      type: "response-start",
      ...(id === undefined || id === "" ? {} : { id }),
      ...(model === undefined || model === "" ? {} : { model }),
      ...(origin && { origin }),
      ...(extras && { extras }),
    });
  }

  private readCandidate(candidate: JsonObject): void {
    const { index, content, finishReason, finishMessage } = candidate;
    if (typeof index === "number" && index > 0) {
      this.tell("candidates", index);
      return;
    }
    const parts = isObject(content) && isArray(content.parts) ? content.parts : [];
    this.grounding = candidate.groundingMetadata;
    for (const part of parts) if (isObject(part)) this.readPart(part);
    if (isObject(this.grounding)) this.ground(this.grounding);
    if (typeof finishReason === "string") this.stop = stopOf(finishReason, finishMessage);
    for (const field of UNTOLD) if (isObject(candidate[field])) this.tell(field, 0);
  }

  private readPart(part: JsonObject): void {
    const call = spoken(part, "functionCall");
    if (typeof part.text === "string") this.say(part.thought === true ? "reasoning" : "text", part.text, part);
    else if (isObject(call)) this.readCall(call, part);
    else this.whole(part);
  }

  // A signature may come late, in a part without words of its own.
  private say(kind: "text" | "reasoning", text: string, part: JsonObject): void {
    if (text !== "") {
      if (this.words?.kind !== kind) this.words = { kind, part: this.open({ type: kind }), text: "" };
      this.words.text += text;
      this.emit({ type: "part-delta", index: this.words.part, text });
    }
    const { seal } = sealOf(spoken(part, "thoughtSignature"));
    if (seal === undefined) return;
    // A thought may have no words at all.
    if (this.words === undefined && kind === "reasoning")
      this.words = { kind, part: this.open({ type: kind }), text: "" };
    if (this.words === undefined) this.tell("thoughtSignature", 0);
    else this.emit({ type: "part-note", index: this.words.part, note: { seal } });
    if (!isObject(this.grounding)) this.closeWords();
  }

  // What words rest on is said at their end, and once more with every chunk after it.
  private ground(metadata: JsonObject): void {
    const { words, report } = this;
    if (this.grounded) return;
    this.grounded = true;
    const at = report.at("candidates").at(0).at("groundingMetadata");
    const said = words?.kind === "text" ? [{ type: "text", text: words.text } as const] : [];
    const { parts, rest } = decodeGrounding(metadata, said, at);
    for (const pointer of Object.keys(rest)) report.on(at.place.below(pointer)).lose("field");
    const [text] = parts;
    for (const citation of text?.type === "text" ? (text.citations ?? []) : [])
      if (words !== undefined) this.emit({ type: "part-note", index: words.part, note: { citation } });
  }

  // ── calls ─────────────────────────────────────────────────────────────────

  private readCall(call: JsonObject, part: JsonObject): void {
    const { name, args, partialArgs, willContinue } = call;
    if (typeof name === "string" && name !== "") this.openCall(call, part);
    if (this.call === undefined) return;
    if (isObject(args)) this.call.args.take(args);
    for (const piece of isArray(partialArgs) ? partialArgs : []) if (isObject(piece)) this.call.args.add(piece);
    if (willContinue !== true) this.endCall();
  }

  private openCall({ id, name }: JsonObject, part: JsonObject): void {
    this.endCall();
    const seal = sealOf(spoken(part, "thoughtSignature"));
    const start = { type: "call", kind: "function", id: String(id ?? ""), name: String(name), ...seal } as const;
    this.call = { part: this.open(start), args: new PartialArguments() };
  }

  private endCall(): void {
    const { call } = this;
    if (call === undefined) return;
    this.call = undefined;
    this.emit({ type: "part-delta", index: call.part, text: stringifyJson(call.args.value) });
    this.emit({ type: "part-end", index: call.part });
  }

  // ── parts ─────────────────────────────────────────────────────────────────

  private whole(part: JsonObject): void {
    this.open({ type: "whole", part: readPart(part, this.report.at("candidates").at(0).at("content").at("parts")) });
  }

  private open(part: PartStart): number {
    this.closeWords();
    const index = this.parts++;
    this.emit({ type: "part-start", index, part });
    return index;
  }

  private closeWords(): void {
    if (this.words !== undefined) this.emit({ type: "part-end", index: this.words.part });
    this.words = undefined;
  }

  private tell(feature: string, index: number): void {
    const key = `${feature}${index}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    const at = this.report.at("candidates").at(index);
    (feature === "candidates" ? at : at.at(feature)).lose("field", { feature });
  }
}

/** What a candidate says beside its content. */
const UNTOLD = ["citationMetadata", "urlContextMetadata", "logprobsResult"] as const;

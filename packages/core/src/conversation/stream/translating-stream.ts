import { Budget } from "../../budget.ts";
import { FrameTemplateReader } from "../../fast/frame-template-reader.ts";
import type { FastPaths } from "../../fast/switches.ts";
import { JsonError } from "../../json/error.ts";
import { jsonIn, parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { EMPTY_RESPONSE, hasFields } from "../../mapping/nodes/failure.ts";
import type { Dialect, ResponseContext, StreamReader, StreamWriter } from "../../model/dialect.ts";
import { ConversionError } from "../../model/error.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { ReasoningRecord } from "../../model/reasoning.ts";
import type { CanonicalResponse, Usage } from "../../model/response.ts";
import { type DialectPair, Ledger, Report } from "../../report.ts";
import { eventReader } from "../../stream/events.ts";
import { type FrameReader, StreamError } from "../../stream/framing.ts";
import { ndjsonReader } from "../../stream/ndjson.ts";
import { TextSource } from "../../stream/text.ts";
import { unwrapCallsInStream } from "../calls/unwrap-calls.ts";
import { FramePassthrough } from "../passthrough/frame-passthrough.ts";
import type { ResponseModel } from "../passthrough/response-model.ts";
import { type ContinueTurn, PausableTurn, type PausedTurn } from "../paused-turn.ts";
import { PartCollector, type RecordContext, recordReasoning } from "../reasoning/record.ts";
import { ResponseTranslator, type ResponseTranslatorContext } from "../response/response-translator.ts";
import { replayResponse } from "./replay-response.ts";
import { Sequencer } from "./sequencer.ts";

/** The two ends of a stream: bytes come from the provider and go to the client. */
export interface StreamDialects {
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly ends: DialectPair;
}

/** What a stream's way to the client depends on. */
export interface StreamContext {
  readonly context: ResponseTranslatorContext;
  readonly answering: ResponseContext;
  /** What comes goes on as it is; only its end is looked after. */
  readonly passes: boolean;
  /** The model that the answer names, whoever gives it. */
  readonly model: string | undefined;
  /** Names it in frames that are passed on, where the client asked for another model than the provider was. */
  readonly renamed: ResponseModel | undefined;
  /** In which conversation the answer's reasoning is to be found again, where it is to be. */
  readonly record: RecordContext | undefined;
  readonly fast: FastPaths;
  /** Makes the request that continues a paused turn, where the provider may pause and the client cannot be told. */
  readonly continueTurn?: ContinueTurn | undefined;
}

/** A provider's bytes in, the client's bytes out, each as soon as it can be said. */
export class TranslatingStream {
  private readonly ledger: Ledger;
  private source = new TextSource();
  private frames: FrameReader;
  /** What stands after a frame. */
  private separator: string;
  private reader: StreamReader;
  private repeats: FrameTemplateReader;
  private readonly writer: StreamWriter;
  private readonly provider: Dialect;
  private model: string | undefined;
  /** It was to pass as it is, and is not fit for that. */
  private isRewritten = false;
  private readonly options: StreamContext;
  private readonly record: RecordContext | undefined;
  private readonly collector: PartCollector | undefined;
  private passed: FramePassthrough | undefined;
  /** The frames that were last cut out together. */
  private cut: string[] = [];
  private readonly framing: "sse" | "ndjson";
  private readonly translate: (event: StreamEvent) => void;
  /** The provider's turn, where it may be paused and continued. */
  private readonly turn: PausableTurn | undefined;
  /** All that came before the first frame, in case that there is none. */
  private head: string | undefined = "";
  /** The mark has come that some servers set after the last word. */
  private isMarked = false;
  /** What came is no stream but one JSON text. */
  private isWhole = false;
  private out = "";
  /** How the answer began, and the last that was said of it. */
  private begun: StreamEvent | undefined;
  /** It has begun once more. */
  private isRestart = false;
  /** What was just read says that it has failed. */
  private isFailure = false;
  private tail = "";
  private isOver = false;
  private hasMore = false;
  private failed: Failure | undefined;
  private pieces = 0;
  private tokens: Usage | undefined;
  /** We have said the last word ourselves. */
  private closed = false;

  constructor({ client, provider, ends }: StreamDialects, options: StreamContext) {
    const { context, answering, passes, model, renamed, record, fast } = options;
    this.options = options;
    this.record = record;
    this.collector = record && new PartCollector();
    this.model = passes ? renamed && model : model;
    this.ledger = new Ledger({ from: ends.to, to: ends.from }, { budget: Budget.unlimited(), fast });
    this.provider = provider;
    const report = new Report(this.ledger, "from_canonical");
    this.writer = client.stream.encode(report, answering);
    const sequencer = new Sequencer(new ResponseTranslator(context, report), (event) => this.write(event));
    const translate = unwrapCallsInStream(context, report, (event) => sequencer.take(event));
    const turn = options.continueTurn && new PausableTurn(translate);
    this.turn = turn;
    this.translate = turn === undefined ? translate : (event) => turn.take(event);
    const { framing } = provider.profile.conversation;
    this.framing = framing;
    this.reader = this.makeReader();
    this.repeats = new FrameTemplateReader(this.reader);
    this.frames = this.makeFrames();
    this.separator = framing === "sse" ? "\n\n" : "\n";
    this.passed = passes
      ? new FramePassthrough(framing, { mend: provider.normalizeFrame?.(), rename: renamed })
      : undefined;
  }

  get losses(): Loss[] {
    const losses = this.ledger.losses();
    // What passes as it is loses nothing but what was no text.
    return this.passed === undefined ? losses : losses.filter(({ code }) => code === REPLACED);
  }

  get changes(): Change[] {
    return this.passed === undefined ? this.ledger.changes() : [];
  }

  /** The error that the client's stream has ended with. */
  get failure(): Failure | undefined {
    return this.failed;
  }

  /** The answer has said its last word, be it an error. */
  get ended(): boolean {
    return this.isOver;
  }

  /** Something came after the last word, and was left out. */
  get trailing(): boolean {
    return this.hasMore;
  }

  /** How much of the answer itself has come, as opposed to words around it. */
  get progress(): number {
    return this.pieces;
  }

  /** The tokens that the answer took, as far as the provider has said. */
  get usage(): Usage | undefined {
    return this.tokens;
  }

  /** What may be kept of the answer's reasoning, once it is complete. */
  get reasoning(): readonly ReasoningRecord[] {
    const { collector, record, failed } = this;
    return collector === undefined || record === undefined || failed !== undefined
      ? []
      : recordReasoning(collector.parts(), record);
  }

  /** The turn was paused, and can be continued. */
  get paused(): PausedTurn | undefined {
    const { turn, options } = this;
    const content = turn?.paused;
    const { continueTurn } = options;
    if (content === undefined || continueTurn === undefined || this.closed) return undefined;
    return {
      get request() {
        return continueTurn(content);
      },
    };
  }

  /** The bytes of the provider's answer to `paused.request` follow. */
  resume(): void {
    const { turn } = this;
    if (turn === undefined || this.paused === undefined) return;
    turn.resume();
    this.tokens = turn.usage ?? this.tokens;
    this.source = new TextSource();
    this.reader = this.makeReader();
    this.repeats = new FrameTemplateReader(this.reader);
    this.frames = this.makeFrames();
    this.head = "";
    this.isWhole = false;
  }

  push(chunk: Uint8Array | string): string {
    if (this.closed) return "";
    try {
      this.accept(this.source.push(chunk));
    } catch (error) {
      if (!this.mayBeWhole(error)) return this.broken(error);
      this.isWhole = true;
    }
    return this.taken();
  }

  end(): string {
    if (this.closed) return "";
    try {
      this.acceptEnd();
    } catch (error) {
      return this.broken(error);
    }
    this.turn?.release();
    return this.isOver ? this.taken() : this.fail("the provider's stream ended before its answer was complete");
  }

  fail(message: string, failure: Partial<Failure> = {}): string {
    if (this.isOver) return this.taken();
    if (this.passed !== undefined) this.takeOver();
    this.write({ type: "failure", failure: { ...CUT, message, ...failure } });
    return this.taken();
  }

  private makeReader(): StreamReader {
    const { passes } = this.options;
    const emit = (event: StreamEvent) => (this.passed === undefined ? this.translate(event) : this.watch(event));
    return this.provider.stream.decode(passes ? emit : this.translate, new Report(this.ledger, "to_canonical"));
  }

  private makeFrames(): FrameReader {
    return (this.framing === "sse" ? eventReader : ndjsonReader)((data, event) => this.read(data, event));
  }

  private accept(text: string): void {
    if (this.source.replaced) this.tellReplaced();
    if (this.head !== undefined) this.begins(this.head, text);
    if (this.isWhole) return;
    let at = 0;
    while (at < text.length && !(this.isOver && this.passed === undefined)) {
      const end = this.ledger.fast.frameTemplates && this.isResting && !this.isOver ? this.repeats.read(text, at) : -1;
      if (end !== -1 && this.passed !== undefined) {
        this.tail = text.slice(at, end);
        this.out += this.tail;
      }
      at = end === -1 ? this.acceptFrame(text, at) : end;
    }
    if (at < text.length) this.hasMore ||= MORE.test(text.slice(at));
  }

  // No line of an event stream begins with a bracket, and every JSON text that is an answer does.
  private begins(head: string, text: string): void {
    if (head.length > LONGEST_WHOLE)
      throw new StreamError("too_large", "the answer is too large to be read as a whole");
    this.head = head + text;
    this.isWhole ||= this.framing === "sse" && JSON_START.test(this.head);
  }

  // A JSON text on several lines looks like frames of which the first has no end.
  private mayBeWhole(error: unknown): boolean {
    const [line] = this.cut;
    if (this.framing !== "ndjson" || this.head === undefined || line === undefined) return false;
    return error instanceof JsonError && (error.offset ?? 0) >= line.trimEnd().length;
  }

  /** Reads up to where a frame may end, and tells where that is. */
  private acceptFrame(text: string, at: number): number {
    this.repeats.applyLast();
    const end = this.endOfFrame(text, at);
    const sent = text.slice(at, end);
    const rested = this.isResting;
    this.cut = [];
    if (this.passed === undefined) this.frames.read(sent);
    else this.passLines(sent, this.passed);
    const [json] = this.cut;
    this.tail = this.cut.at(-1) ?? this.tail;
    if (rested && this.isResting && json !== undefined && this.cut.length === 1 && !this.isOver)
      this.repeats.learn({ sent, json });
    return end;
  }

  private endOfFrame(text: string, at: number): number {
    const found = text.indexOf(this.separator, at);
    if (found !== -1) return found + this.separator.length;
    if (this.separator === "\n") return text.length;
    // Servers write their lines one way or the other, so that it is looked for from then on.
    this.separator = this.separator === "\n\n" ? "\n\r\n" : "\n\n";
    const other = text.indexOf(this.separator, at);
    return other === -1 ? text.length : other + this.separator.length;
  }

  private passLines(sent: string, passed: FramePassthrough): void {
    for (const line of passed.lines(sent)) {
      if (this.passed === undefined) this.frames.read(line);
      else this.pass(line, passed);
    }
    if (this.passed === undefined) this.frames.read(passed.lastLine);
  }

  private pass(line: string, passed: FramePassthrough): void {
    const { pieces, isOver } = this;
    this.isRestart = false;
    this.isFailure = false;
    this.frames.read(line);
    if (this.passed === undefined) return;
    const frame = passed.through(line);
    // A client takes one start.
    if (frame === "" || this.isRestart) return;
    if (isOver) this.out += this.isFailure ? frame : passed.after(frame);
    else if (this.isOver) this.passEnd(frame, passed);
    else if (this.reader.isEnding === true) this.out += passed.hold(frame, this.pieces > pieces);
    else this.out += frame;
  }

  // Where it is at the end that the answer turns out to have failed, no frame says so.
  private passEnd(frame: string, passed: FramePassthrough): void {
    const isUntold = this.failed === EMPTY_RESPONSE || passed.isUntold(frame) || this.isForeignError;
    if (this.failed === undefined || !isUntold) this.out += passed.last(frame);
    else {
      this.takeOver();
      this.write({ type: "failure", failure: this.failed });
    }
  }

  // Servers that copy an API may have another one's envelope for its errors.
  private get isForeignError(): boolean {
    const body = jsonIn(this.cut.at(-1) ?? "");
    const { errorFields, frameErrorFields = errorFields } = this.provider.profile.conversation;
    return isObject(body) && body.error !== undefined && !hasFields(body, frameErrorFields);
  }

  // What the client has came past the writer, which is to go on from there.
  private takeOver(): void {
    if (this.begun !== undefined) this.writer.write(this.begun);
    this.writer.follow?.(this.tail);
  }

  /** Whether the next frame begins with the next character. */
  private get isResting(): boolean {
    return this.frames.isResting && this.passed?.isResting !== false;
  }

  private acceptEnd(): void {
    const { passed, isOver } = this;
    this.accept(this.source.end());
    if (this.isWhole) {
      this.readWhole(parseJson(this.head ?? ""));
      return;
    }
    if (passed !== undefined && passed.lastLine !== "") this.frames.read(passed.lastLine);
    this.repeats.applyLast();
    this.frames.finish();
    if (!this.isOver) this.reader.end();
    if (passed === undefined || !this.isOver || this.closed) return;
    if (isOver) this.out += passed.after(passed.rest());
    else this.passEnd(passed.rest(), passed);
    // Not every server sets the mark that clients wait for.
    if (this.failed === undefined && !this.isMarked) this.out += this.provider.profile.conversation.endMark ?? "";
  }

  private read(data: string, event: string | undefined): void {
    this.cut.push(data);
    this.isMarked ||= data.startsWith("[DONE]");
    if (this.passed && this.head !== undefined && this.provider.needsRewriting?.(data)) this.rewrite();
    if (!this.isOver) this.reader.read(data, event);
    else if (!data.startsWith("[DONE]")) this.hasMore ||= !this.failsAgain(data, event);
    this.head = undefined;
  }

  // From its first frame on, the stream is read and written as between two dialects.
  private rewrite(): void {
    this.passed = undefined;
    this.isRewritten = true;
    this.model = this.options.model;
  }

  // Some providers tell their failure first by itself, and then as the end of the answer.
  private failsAgain(data: string, event: string | undefined): boolean {
    if (this.passed === undefined || this.failed === undefined) return false;
    try {
      this.reader.read(data, event);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    return this.isFailure;
  }

  // Some servers answer with a list of what would be frames, unless they are asked for events.
  private readWhole(body: Json): void {
    if (!isArray(body)) {
      this.readAnswer(body);
      return;
    }
    this.isWhole = false;
    this.head = undefined;
    const [before, after] = this.framing === "sse" ? ["data: ", "\n\n"] : ["", "\n"];
    this.accept(body.map((frame) => before + stringifyJson(frame) + after).join(""));
    this.acceptEnd();
  }

  // Others answer with the whole answer, or with an error, where a stream was asked for.
  private readAnswer(body: Json): void {
    const report = new Report(this.ledger, "to_canonical");
    const response = this.provider.response.decode(body, report);
    const { failure = isAnswer(response) ? undefined : this.provider.errors.decode(body, CUT.status) } = response;
    if (failure !== undefined) this.write({ type: "failure", failure });
    else for (const event of replayResponse(response, report)) this.translate(event);
  }

  private tellReplaced(): void {
    new Report(this.ledger, "to_canonical").lose(REPLACED, { feature: "bytes", action: "weakened" });
  }

  // Broken frames are the provider's fault, and the end of its answer: to go on would be to make one up.
  private broken(error: unknown): string {
    if (!isUnreadable(error)) throw error;
    this.isOver = false;
    return this.fail(`the provider's stream cannot be read: ${error.message}`);
  }

  private taken(): string {
    const { out } = this;
    this.out = "";
    return out;
  }

  private write(said: StreamEvent): void {
    const event = this.isRewritten ? withPlainUsage(this.named(said)) : this.named(said);
    this.watch(event);
    if (event.type === "failure") this.closed = true;
    this.out += this.writer.write(event);
  }

  private watch(event: StreamEvent): void {
    if (isOutput(event)) this.pieces++;
    this.collector?.take(event);
    if (event.type === "part-delta") return;
    if (event.type === "response-start") this.begin(event);
    if ("usage" in event) this.tokens = event.usage ?? this.tokens;
    if (event.type === "response-end" || event.type === "failure") this.isOver = true;
    if (event.type !== "failure") return;
    this.isFailure = true;
    this.failed ??= event.failure;
  }

  private begin(event: StreamEvent): void {
    this.isRestart = this.begun !== undefined;
    this.begun ??= this.named(event);
  }

  private named(event: StreamEvent): StreamEvent {
    const { model } = this;
    return event.type !== "response-start" || model === undefined ? event : { ...event, model };
  }
}

// Counts that know where they come from are written as they came, with what was missing there.
function withPlainUsage(event: StreamEvent): StreamEvent {
  if (event.type !== "response-end" || event.usage === undefined) return event;
  const { origin: _, ...usage } = event.usage;
  return { ...event, usage };
}

function isUnreadable(error: unknown): error is Error {
  return error instanceof JsonError || error instanceof StreamError || error instanceof ConversionError;
}

function isOutput(event: StreamEvent): boolean {
  if (event.type === "part-delta") return event.text !== "";
  if (event.type === "part-start") return event.part.type === "whole";
  return event.type === "response-end" || event.type === "part-progress";
}

const CUT: Failure = { kind: "server", status: 502, code: "upstream_truncated", message: "" };

/** What is neither blank nor the mark that some servers set after the last word. */
const MORE = /^\s*(?!data: ?\[DONE\])\S/;

const REPLACED = "invalid-utf-8";

const JSON_START = /^\s*[[{]/;

/** How many UTF-16 units a whole answer may have that came in the place of a stream. */
const LONGEST_WHOLE = 64 * 1024 * 1024;

// What says nothing, and does not say why it ends either, is no answer.
function isAnswer({ candidates: [first] }: CanonicalResponse): boolean {
  return first !== undefined && (first.parts.length > 0 || first.finishReason.raw !== undefined);
}

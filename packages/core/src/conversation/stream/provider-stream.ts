// The half of a stream that reads: bytes → frames → events. Streams that translate and streams that pass frames on are
// its subclasses.

import type { FrameTemplateReader } from "../../fast/frame-template-reader.ts";
import { JsonError } from "../../json/error.ts";
import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray } from "../../json/value.ts";
import { reportDuplicates } from "../../mapping/duplicate-keys.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { StreamReader, StreamSource } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { ReasoningRecord } from "../../model/reasoning.ts";
import type { Usage } from "../../model/usage.ts";
import { Report } from "../../report.ts";
import { END_MARK, type FrameReader } from "../../stream/framing.ts";
import { ndjsonReader } from "../../stream/ndjson.ts";
import { sseReader } from "../../stream/sse.ts";
import { TextSource } from "../../stream/text.ts";
import type { BridgeStream, PausedTurn } from "../bridge-types.ts";
import { INVALID_UTF8, isUnreadable, TRUNCATED } from "./damaged-stream.ts";
import { FrameBoundary } from "./frame-boundary.ts";
import type { StreamContext } from "./stream-context.ts";
import { StreamHead } from "./stream-head.ts";
import { StreamState } from "./stream-state.ts";

/** What a stream takes over from the one that has read its beginning. */
export interface StreamBeginning {
  readonly source: StreamSource;
  readonly state: StreamState;
}

/** Reads a provider's bytes frame by frame; what becomes of the frames is for `TranslatingStream` and `PassthroughStream`. */
export abstract class ProviderStream implements BridgeStream {
  protected readonly context: StreamContext;
  protected readonly framing: ConversationProfile["framing"];
  protected readonly state: StreamState;
  protected source!: StreamSource;
  protected frames!: FrameReader;
  protected reader!: StreamReader;
  protected head!: StreamHead;
  /** The payloads of the frames in the text that was last read. */
  protected payloads: string[] = [];
  /** The client's bytes since the last call. */
  protected out = "";
  /** The client's stream was ended with an error: nothing may follow. */
  protected isClosed = false;
  private readonly boundary: FrameBoundary;
  private templates: FrameTemplateReader | undefined;

  constructor(context: StreamContext, { source, state }: Partial<StreamBeginning> = {}) {
    const { framing } = context.provider.profile.conversation;
    this.context = context;
    this.framing = framing;
    this.state = state ?? new StreamState(context.recorder?.());
    this.boundary = new FrameBoundary(framing);
    this.restart(source);
  }

  /** Takes an event that the provider's reader has decoded. */
  protected abstract take(event: StreamEvent): void;
  /** Reads text up to the end of a frame, or of the chunk. */
  protected abstract readText(text: string): void;
  /** A frame was read by the template of the one before. */
  protected abstract onTemplateFrame(text: string, start: number, end: number): void;
  /** Text follows that need not be read, because the response is over. */
  protected abstract onTrailingText(text: string): void;
  /** Reads what is left at the end of the bytes. */
  protected abstract finishFrames(wasOver: boolean): void;
  /** Translates a whole response that came in place of a stream. */
  protected abstract readResponse(body: Json): void;
  /** Ends the client's stream with an error. */
  protected abstract writeFailure(failure: Failure): void;
  /** Whether the rest of the bytes need not be read. */
  protected abstract readonly isDone: boolean;
  /** Whether the next frame begins with the next character. */
  protected abstract readonly isResting: boolean;

  get losses(): Loss[] {
    return this.context.ledger.losses();
  }

  get changes(): Change[] {
    return this.context.ledger.changes();
  }

  get failure(): Failure | undefined {
    return this.state.failure;
  }

  get ended(): boolean {
    return this.state.isOver;
  }

  get trailing(): boolean {
    return this.state.hasTrailing;
  }

  get progress(): number {
    return this.state.pieces;
  }

  get characters(): number {
    return this.state.characters;
  }

  get usage(): Usage | undefined {
    return this.usageInFrames() ?? this.state.usage;
  }

  get tier(): string | undefined {
    return this.state.tier;
  }

  get reasoning(): readonly ReasoningRecord[] {
    return this.state.reasoning;
  }

  get paused(): PausedTurn | undefined {
    return undefined;
  }

  resume(): void {}

  push(chunk: Uint8Array | string): string {
    return this.isClosed ? "" : this.pushText(this.source.push(chunk)) + this.failDamaged();
  }

  /** Reads text that has been decoded already. */
  pushText(text: string): string {
    try {
      this.accept(text);
    } catch (error) {
      if (!this.mayBeJson(error)) return this.failUnreadable(error);
      this.head.isJson = true;
    }
    return this.takeOut();
  }

  end(): string {
    if (this.isClosed) return "";
    const wasPaused = this.paused !== undefined;
    try {
      this.acceptEnd();
    } catch (error) {
      return this.failUnreadable(error);
    }
    // Where streams have no last event, it is known only now that the turn waits for a search.
    if (this.context.search !== undefined && !wasPaused && this.paused !== undefined) return this.takeOut();
    this.release();
    return this.state.isOver ? this.takeOut() : this.fail("the provider's stream ended before its answer was complete");
  }

  fail(message: string, failure: Partial<Failure> = {}): string {
    if (!this.state.isOver) this.writeFailure({ ...TRUNCATED, message, ...failure });
    return this.takeOut();
  }

  /** The usage that frames of the current stream have told, of which no event may have come yet. */
  protected usageInFrames(): Usage | undefined {
    this.templates?.applyLast();
    return this.reader.usage;
  }

  /** Passes on what was held back until the end of the bytes. */
  protected release(): void {}

  /** Begins to read a stream of the provider's: the first one, or another as its continuation. */
  protected restart(source: StreamSource = this.context.provider.streamSource?.() ?? new TextSource()): void {
    const { provider, ledger } = this.context;
    const { frameTemplates } = ledger.fast;
    const makeFrameReader = this.framing === "sse" ? sseReader : ndjsonReader;
    this.source = source;
    this.head = new StreamHead(this.framing);
    this.frames = makeFrameReader((data, event) => this.readFrame(data, event));
    this.reader = provider.stream.decode((event) => this.take(event), new Report(ledger, "to_canonical"));
    this.templates = frameTemplates && new frameTemplates.FrameTemplateReader(this.reader);
  }

  protected readFrame(data: string, event: string | undefined): void {
    this.payloads.push(data);
    if (!this.state.isOver) this.reader.read(data, event);
    else if (!data.startsWith(END_MARK)) this.state.hasTrailing ||= !this.isRepeatedFailure(data, event);
    this.head.close();
  }

  /** Whether a frame after the end only repeats the failure. */
  protected isRepeatedFailure(_data: string, _event: string | undefined): boolean {
    return false;
  }

  /** Reads the frame that has no end, and what the template of the last frames has left. */
  protected finishReading(): void {
    this.templates?.applyLast();
    this.frames.finish();
    if (!this.state.isOver) this.reader.end();
  }

  private accept(text: string): void {
    const { ledger } = this.context;
    if (this.source.replaced)
      new Report(ledger, "to_canonical").lose(INVALID_UTF8, { feature: "bytes", action: "weakened" });
    this.head.add(text);
    this.head.isJson ||= this.source.isJson === true && this.head.isOpen;
    if (this.head.isJson) return;
    const { templates } = this;
    let at = 0;
    while (at < text.length && !this.isDone) {
      const end = templates && this.isResting && !this.state.isOver ? templates.read(text, at) : -1;
      if (end !== -1) this.onTemplateFrame(text, at, end);
      at = end === -1 ? this.acceptFrame(text, at) : end;
    }
    if (at < text.length) this.onTrailingText(text.slice(at));
    templates?.rest();
    this.state.rest();
  }

  /** Reads up to where a frame may end, and returns that index. */
  private acceptFrame(text: string, at: number): number {
    this.templates?.applyLast();
    const end = this.boundary.endOfFrame(text, at);
    const sent = text.slice(at, end);
    const wasResting = this.isResting;
    this.payloads = [];
    this.readText(sent);
    const [json] = this.payloads;
    if (wasResting && this.isResting && json !== undefined && this.payloads.length === 1 && !this.state.isOver) {
      this.templates?.learn({ sent, json });
      // It is a part of the text, and would keep all of it.
      this.payloads = [];
    }
    return end;
  }

  private acceptEnd(): void {
    const wasOver = this.state.isOver;
    this.accept(this.source.end());
    const { failure } = this.source;
    if (failure !== undefined && !this.state.isOver) throw failure;
    if (this.head.isJson) this.readJson(parseJson(this.head.text, { noteDuplicates: true }));
    else this.finishFrames(wasOver);
  }

  // JSON on several lines looks like NDJSON whose first frame is incomplete.
  private mayBeJson(error: unknown): boolean {
    const [line] = this.payloads;
    if (this.framing === "sse" || !this.head.isOpen || line === undefined) return false;
    return error instanceof JsonError && (error.offset ?? 0) >= line.trimEnd().length;
  }

  // Without `alt=sse`, a server may answer with an array of the frames' payloads.
  private readJson(body: Json): void {
    reportDuplicates(body, new Report(this.context.ledger, "to_canonical"));
    if (!isArray(body)) {
      this.readResponse(body);
      return;
    }
    this.head.isJson = false;
    this.head.close();
    const [before, after] = this.framing === "sse" ? ["data: ", "\n\n"] : ["", "\n"];
    this.accept(body.map((frame) => before + stringifyJson(frame) + after).join(""));
    this.acceptEnd();
  }

  // A stream that cannot be read has failed: to continue would be to invent a response.
  private failUnreadable(error: unknown): string {
    if (!isUnreadable(error)) throw error;
    this.state.isOver = false;
    return this.fail(`the provider's stream cannot be read: ${error.message}`);
  }

  // What follows a response is left out, readable or not.
  private failDamaged(): string {
    const { failure } = this.source;
    if (failure === undefined || this.isClosed) return "";
    if (!this.state.isOver) return this.failUnreadable(failure);
    this.state.hasTrailing = true;
    return "";
  }

  private takeOut(): string {
    const { out } = this;
    this.out = "";
    return out;
  }
}

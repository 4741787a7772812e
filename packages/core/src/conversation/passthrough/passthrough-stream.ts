// Streams within one dialect.

import { nativeTraffic } from "../../dialects/native.ts";
import { jsonIn } from "../../json/parse.ts";
import { isObject } from "../../json/value.ts";
import { EMPTY_RESPONSE, hasFields } from "../../mapping/nodes/failure.ts";
import type { StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import { Report } from "../../report.ts";
import { END_MARK } from "../../stream/framing.ts";
import { INVALID_UTF8, isUnreadable } from "../stream/damaged-stream.ts";
import { ProviderStream } from "../stream/provider-stream.ts";
import type { StreamContext } from "../stream/stream-context.ts";
import { TranslatingStream, withModel } from "../stream/translating-stream.ts";
import { FramePassthrough } from "./frame-passthrough.ts";
import type { ResponseModel } from "./response-model.ts";

/**
 * Passes the provider's frames on as they are, one whole frame at a time, so that an error event can follow each of them.
 * Frames are decoded to know how the response ends. Where the first frame shows that the server leaves out what clients
 * need, the stream is handed over to a translation.
 */
export class PassthroughStream extends ProviderStream {
  private readonly passthrough: FramePassthrough;
  private readonly writer: StreamWriter;
  /** The model that an error written here names, where frames are renamed. */
  private readonly model: string | undefined;
  /** The translation that has taken over. */
  private translation: TranslatingStream | undefined;
  /** The JSON of the frame that was passed on last. */
  private lastPayload = "";
  private hasEndMark = false;

  /** `renamed` writes the client's model into frames, where the client asked for another model than the provider did. */
  constructor(context: StreamContext, renamed: ResponseModel | undefined) {
    super(context);
    const { client, provider, model } = context;
    this.passthrough = new FramePassthrough(this.framing, {
      normalize: nativeTraffic(provider).normalizeFrame?.(),
      rename: renamed,
    });
    this.writer = client.stream.encode(new Report(context.ledger, "from_canonical"), context.response);
    this.model = renamed && model;
  }

  override get losses(): Loss[] {
    const { losses } = this.translation ?? {};
    return losses ?? super.losses.filter(({ code }) => code === INVALID_UTF8);
  }

  override get changes(): Change[] {
    return this.translation?.changes ?? [];
  }

  override push(chunk: Uint8Array | string): string {
    return this.translation?.push(chunk) ?? super.push(chunk);
  }

  override end(): string {
    return this.translation?.end() ?? super.end();
  }

  override fail(message: string, failure?: Partial<Failure>): string {
    return this.translation?.fail(message, failure) ?? super.fail(message, failure);
  }

  protected get isDone(): boolean {
    return this.translation !== undefined;
  }

  protected get isResting(): boolean {
    return this.frames.isResting && this.passthrough.isResting;
  }

  protected take(event: StreamEvent): void {
    this.state.take(event);
  }

  protected onTemplateFrame(text: string, start: number, end: number): void {
    this.lastPayload = text.slice(start, end);
    this.out += this.lastPayload;
  }

  // What follows is left to the translation that has taken over.
  protected onTrailingText(): void {}

  protected readText(text: string): void {
    for (const line of this.passthrough.lines(text)) if (this.translation === undefined) this.passLine(line);
    this.lastPayload = this.payloads.at(-1) ?? this.lastPayload;
  }

  protected override readFrame(data: string, event: string | undefined): void {
    if (this.translation !== undefined) return;
    if (this.head.isOpen && nativeTraffic(this.context.provider).needsRewriting?.(data)) {
      this.handOver();
      return;
    }
    this.hasEndMark ||= data.startsWith(END_MARK);
    super.readFrame(data, event);
  }

  protected finishFrames(wasOver: boolean): void {
    const { passthrough, state } = this;
    if (passthrough.lastLine !== "") this.frames.read(passthrough.lastLine);
    this.finishReading();
    if (this.translation !== undefined) this.out += this.translation.end();
    if (this.translation !== undefined || !state.isOver || this.isClosed) return;
    if (wasOver) this.out += passthrough.after(passthrough.rest());
    else this.passEnd(passthrough.rest());
    // SDKs wait for `[DONE]`, which a server may leave out.
    if (state.failure === undefined && !this.hasEndMark)
      this.out += this.context.provider.profile.conversation.endMark ?? "";
  }

  protected readResponse(body: Json): void {
    const { state, context, model } = this;
    const translation = new TranslatingStream({ ...context, model }, { state });
    this.out += translation.replay(body);
    this.isClosed = state.failure !== undefined;
  }

  // The client has got frames that did not come from the writer, which continues after them.
  protected writeFailure(failure: Failure): void {
    const { writer, model, state } = this;
    if (state.start !== undefined) writer.write(withModel(state.start, model));
    writer.follow?.(this.lastPayload);
    const event: StreamEvent = { type: "failure", failure };
    state.take(event);
    this.isClosed = true;
    this.out += writer.write(event);
  }

  // The Responses API sends a failure twice: as an `error` event and as `response.failed`.
  protected override isRepeatedFailure(data: string, event: string | undefined): boolean {
    if (this.state.failure === undefined) return false;
    try {
      this.reader.read(data, event);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    return this.state.isFailure;
  }

  /** Translates the stream from its first byte on; nothing has been passed on yet. */
  private handOver(): void {
    const { source, state, context } = this;
    this.translation = new TranslatingStream(context, { source, state, isRewrite: true });
    this.out += this.translation.pushText(this.head.text);
  }

  private passLine(line: string): void {
    const { state, passthrough } = this;
    const { pieces, isOver: wasOver } = state;
    state.clear();
    this.frames.read(line);
    if (this.translation !== undefined) return;
    const frame = passthrough.through(line);
    // A client takes one start.
    if (frame === "" || state.isRestart) return;
    if (wasOver) this.out += state.isFailure ? frame : passthrough.after(frame);
    else if (state.isOver) this.passEnd(frame);
    else if (this.reader.isEnding === true) this.out += passthrough.hold(frame, state.pieces > pieces);
    else this.out += frame;
  }

  // A failure that shows only at the end of the stream is in no frame: it is written.
  private passEnd(frame: string): void {
    const { failure } = this.state;
    if (failure === undefined || !this.isUnwritten(failure, frame)) this.out += this.passthrough.last(frame);
    else this.writeFailure(failure);
  }

  private isUnwritten(failure: Failure, frame: string): boolean {
    return failure.message === EMPTY_RESPONSE.message || this.passthrough.lacksFailure(frame) || this.isForeignError;
  }

  // A compatible server may send errors in the envelope of another API: llama.cpp has one envelope for all of its APIs.
  private get isForeignError(): boolean {
    const body = jsonIn(this.payloads.at(-1) ?? "");
    const { errorFields, frameErrorFields = errorFields } = this.context.provider.profile.conversation;
    return isObject(body) && body.error !== undefined && !hasFields(body, frameErrorFields);
  }
}

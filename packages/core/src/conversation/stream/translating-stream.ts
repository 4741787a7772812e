// Streams between two dialects.

import { extendObject } from "../../mapping/values/extend-object.ts";
import type { StreamWriter } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Usage } from "../../model/usage.ts";
import { Report } from "../../report.ts";
import type { PausedTurn } from "../bridge-types.ts";
import { unwrapCallsInStream } from "../calls/unwrap-calls.ts";
import { refusePause, type StreamedTurn } from "../features.ts";
import { ResponseTranslator } from "../response/response-translator.ts";
import { TRUNCATED } from "./damaged-stream.ts";
import { ProviderStream, type StreamBeginning } from "./provider-stream.ts";
import { replayResponse } from "./replay-response.ts";
import { Sequencer } from "./sequencer.ts";
import type { StreamContext } from "./stream-context.ts";

/** What a translation takes over from a passthrough. */
export interface TakenOver extends Partial<StreamBeginning> {
  /** The provider's own dialect is written anew, because its server leaves out what clients need. */
  readonly isRewrite?: boolean;
}

/** Decodes the provider's frames and encodes them for the client, each event as soon as it is complete. */
export class TranslatingStream extends ProviderStream {
  private readonly writer: StreamWriter;
  private readonly translate: (event: StreamEvent) => void;
  /** The provider's turn, where it may be paused and continued. */
  private readonly turn: StreamedTurn | undefined;
  private readonly isRewrite: boolean;

  constructor(context: StreamContext, { isRewrite = false, ...beginning }: TakenOver = {}) {
    super(context, beginning);
    this.isRewrite = isRewrite;
    const report = new Report(context.ledger, "from_canonical");
    this.writer = context.client.stream.encode(report, context.response);
    const sequencer = new Sequencer(new ResponseTranslator(context.translator, report), (event) => this.write(event));
    const translate = unwrapCallsInStream(context.translator, report, (event) => sequencer.take(event));
    const turn = context.makeTurn?.(translate);
    this.turn = turn;
    this.translate = (event) => {
      if (turn !== undefined) return turn.take(event);
      if (context.makeTurn !== undefined && event.type === "response-end") refusePause(event.finishReason);
      return translate(event);
    };
  }

  override get paused(): PausedTurn | undefined {
    return this.isClosed ? undefined : this.turn?.paused;
  }

  override get usage(): Usage | undefined {
    return this.turn?.usageWith(this.usageInFrames()) ?? super.usage;
  }

  override resume(): void {
    const { turn } = this;
    if (turn === undefined || this.paused === undefined) return;
    turn.resume();
    this.restart();
  }

  /** The client's stream for a whole response. */
  replay(body: Json): string {
    this.readResponse(body);
    const { out } = this;
    this.out = "";
    return out;
  }

  protected get isDone(): boolean {
    return this.state.isOver;
  }

  protected get isResting(): boolean {
    return this.frames.isResting;
  }

  protected take(event: StreamEvent): void {
    this.translate(event);
  }

  protected readText(text: string): void {
    this.frames.read(text);
  }

  protected onTemplateFrame(): void {}

  protected onTrailingText(text: string): void {
    this.state.hasTrailing ||= TRAILING.test(text);
  }

  protected finishFrames(): void {
    this.finishReading();
  }

  protected override release(): void {
    this.turn?.release();
  }

  protected writeFailure(failure: Failure): void {
    this.write({ type: "failure", failure });
  }

  protected readResponse(body: Json): void {
    const { provider, ledger } = this.context;
    const report = new Report(ledger, "to_canonical");
    const response = provider.response.decode(body, report);
    const { failure = isResponse(response) ? undefined : provider.errors.decode(body, TRUNCATED.status) } = response;
    if (failure !== undefined) this.writeFailure(failure);
    else for (const event of replayResponse(response, report)) this.translate(event);
  }

  private write(event: StreamEvent): void {
    const named = withModel(event, this.context.model);
    const written = this.isRewrite ? withoutUsageOrigin(named) : named;
    this.state.take(written);
    if (written.type === "failure") this.isClosed = true;
    this.out += this.writer.write(written);
  }
}

/** Anything but white space and the end mark. */
const TRAILING = /^\s*(?!data: ?\[DONE\])\S/;

/** The start of a response with the model that it names to the client. */
export function withModel(event: StreamEvent, model: string | undefined): StreamEvent {
  return event.type !== "response-start" || model === undefined ? event : extendObject(event, { model });
}

// Usage with an origin is written exactly as it was read, without the fields that the server left out.
function withoutUsageOrigin(event: StreamEvent): StreamEvent {
  if (event.type !== "response-end" || event.usage === undefined) return event;
  const { origin: _, ...usage } = event.usage;
  return { ...event, usage };
}

// A JSON body without output and without a finish reason is no response.
function isResponse({ candidates: [first] }: CanonicalResponse): boolean {
  return first !== undefined && (first.parts.length > 0 || first.finishReason.raw !== undefined);
}

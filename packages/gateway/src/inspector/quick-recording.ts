// Most exchanges are small, go well, and are looked at later or never. While such an exchange runs, what there is of it anyway is
// remembered, and nothing else is done. It becomes a recording later, together with others, or when somebody looks.

import type { Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { ObservedRequest, RequestObserver } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { HeaderMap, Reply, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { ExchangeReferences } from "./exchange-references.ts";
import { type Pieces, withPiece } from "./pieces.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";
import { RecordedReply, type ReplyEvents } from "./recorded-reply.ts";
import type { Recording } from "./recording.ts";
import { tellRecording } from "./tell-recording.ts";

/** How large the bodies of such an exchange are together, in bytes and characters: larger ones take long to translate anyway. */
export const MAX_QUICK = 16_384;

/** What it needs of what keeps it. */
export interface QuickHost {
  tenant: string | undefined;
  readonly isForgotten: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  onAuthorized(): void;
  onChange(): void;
  /** The exchange is over, and went well. */
  onQuickEnd(size: number): void;
  /** Makes a recording, which is told the rest. */
  open(): Recording;
}

/** Remembers what an exchange sends and receives. */
export class QuickRecording implements ExchangeReferences, RequestObserver, UpstreamSink, ReplyEvents {
  readonly observed: ObservedRequest;
  readonly replayOf: string | undefined;
  private readonly host: QuickHost;
  /** As soon as there is a recording, and an attempt in it: they are told the rest. */
  private recording: Recording | undefined = undefined;
  private attempt: RecordedAttempt | undefined = undefined;
  size = 0;
  body: Uint8Array | undefined = undefined;
  request: GenerateRequest | undefined = undefined;
  destination: Destination | undefined = undefined;
  sent: UpstreamRequest | undefined = undefined;
  sentAt = 0;
  status = 0;
  receivedHeaders: HeaderMap | undefined = undefined;
  headersAt = 0;
  received: Pieces = undefined;
  firstOutputAt = 0;
  endedAt = 0;
  replyStatus = 0;
  replyHeaders: Readonly<Record<string, string>> | undefined = undefined;
  replied: Pieces = undefined;
  losses: readonly Loss[] = NO_LOSSES;
  record: RequestRecord | undefined = undefined;

  constructor(observed: ObservedRequest, host: QuickHost, replayOf: string | undefined) {
    this.observed = observed;
    this.host = host;
    this.replayOf = replayOf;
  }

  /** Tells a recording what is remembered. It gets the rest too. */
  tell(recording: Recording): void {
    this.recording = recording;
    this.attempt = tellRecording(recording, this);
  }

  /** Whether a piece of a body is remembered; otherwise it is for the recording. */
  private hasRoom(length: number): boolean {
    this.size += length;
    return this.recording === undefined && this.size <= MAX_QUICK;
  }

  private opened(): RecordedAttempt | undefined {
    this.host.open();
    return this.attempt;
  }

  // ── RequestObserver ───────────────────────────────────────────────────────

  observeReply(reply: Reply): Reply {
    return new RecordedReply(reply, this);
  }

  onAuthorized({ tenant }: Caller): void {
    this.host.tenant = tenant;
    this.host.onAuthorized();
  }

  onBody(bytes: Uint8Array): void {
    if (this.hasRoom(bytes.length)) this.body = bytes;
    else this.host.open().onBody(bytes);
  }

  onRequest(request: GenerateRequest): void {
    if (this.recording !== undefined || request.stream) {
      this.host.open().onRequest(request);
      return;
    }
    this.request = request;
    this.host.onChange();
  }

  onUpstreamRequest(destination: Destination, request: UpstreamRequest): UpstreamSink {
    if (!this.hasRoom(request.body?.length ?? 0) || this.sent !== undefined)
      return this.host.open().onUpstreamRequest(destination, request);
    this.destination = destination;
    this.sent = request;
    this.sentAt = this.host.now();
    return this;
  }

  onAttemptEnd(result: AttemptResult): void {
    if (this.recording !== undefined || result.type !== "completed") this.host.open().onAttemptEnd(result);
    else this.end();
  }

  onExchangeEnd(result: ExchangeResult): void {
    this.losses = result.losses;
    this.recording?.onExchangeEnd(result);
  }

  onLogged(record: RequestRecord): void {
    const { tenant, isForgotten } = this.host;
    if (this.recording !== undefined || record.outcome !== "success" || tenant === undefined || isForgotten) {
      this.host.open().onLogged(record);
      return;
    }
    this.record = record;
    this.host.onQuickEnd(this.size);
  }

  // ── UpstreamSink ──────────────────────────────────────────────────────────

  head(status: number, headers: HeaderMap): void {
    this.status = status;
    this.receivedHeaders = headers;
    this.headersAt = this.host.now();
    this.attempt?.head(status, headers);
  }

  data(chunk: Uint8Array): void {
    if (!this.hasRoom(chunk.length)) {
      this.opened()?.data(chunk);
      return;
    }
    if (this.received === undefined) this.firstOutputAt = this.host.now();
    this.received = withPiece(this.received, chunk);
  }

  end(): void {
    if (this.recording !== undefined) this.attempt?.end();
    else if (this.endedAt === 0) this.endedAt = this.host.now();
  }

  fail(error: UpstreamError): void {
    this.opened()?.fail(error);
  }

  // ── ReplyEvents ───────────────────────────────────────────────────────────

  onBegin(status: number, headers: Readonly<Record<string, string>>): void {
    this.replyStatus = status;
    this.replyHeaders = headers;
    this.recording?.onBegin(status, headers);
  }

  onChunk(chunk: string | Uint8Array): void {
    if (this.hasRoom(chunk.length)) this.replied = withPiece(this.replied, chunk);
    else this.host.open().onChunk(chunk);
  }
}

const NO_LOSSES: readonly Loss[] = [];

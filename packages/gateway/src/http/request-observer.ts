import type { Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeObserver } from "../exchange/observer.ts";
import type { ExchangeTrail } from "../exchange/trail.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Incoming, Reply } from "../transport.ts";
import type { ReplyObserver } from "./observed-reply.ts";

/** Is told of one request for a model's response, from its head to its end. It changes nothing and never throws. */
export interface RequestObserver extends ExchangeObserver {
  /** Is told what is sent to the client, if anybody is. */
  readonly replyObserver?: ReplyObserver | undefined;
  onBody(bytes: Uint8Array): void;
  onRequest(request: GenerateRequest): void;
  onLogged(record: RequestRecord): void;
}

/** A request to the inspector. */
export interface InspectorRequest {
  readonly incoming: Incoming;
  readonly caller: Caller;
  readonly reply: Reply;
  /** The path below `/_inspector`, with the slash; `/` for the page itself. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Records exchanges and shows them. */
export interface InspectorService {
  /** Whether it records. */
  readonly isEnabled: boolean;
  /** Whether it has a page, which needs no key, since it shows nothing without one. */
  readonly hasPage: boolean;
  /** Decides whether a request is recorded whole, and records it. If it is not, `onUnrecorded` follows. */
  observe(request: InspectedRequest, caller: Caller): RequestObserver | undefined;
  /** A request that is not recorded has ended. */
  onUnrecorded(request: UnrecordedRequest, record: RequestRecord): void;
  /** Whether there was no such loss before, so that the request that has it is recorded after all. */
  hasNew(losses: readonly Loss[]): boolean;
  /** Handles a request; returns the status. */
  handle(request: InspectorRequest): Promise<number>;
  /** Ends the streams of those who watch, so that the gateway can stop. */
  close(): void;
}

/** Traces requests. */
export interface TelemetryService {
  /** Traces a request; `undefined` if it is not traced. */
  observe(request: ObservedRequest): RequestObserver | undefined;
  /** Sends the traces that are left. */
  close(): Promise<void>;
}

/** A request as the inspector sees it. */
export interface InspectedRequest extends Pick<ObservedRequest, "id" | "started" | "incoming"> {
  readonly route: Pick<ObservedRequest, "dialect">;
  /** The id of the request that it repeats. */
  readonly replayOf: string | undefined;
}

/** A request that was not recorded, at its end. */
export interface UnrecordedRequest extends InspectedRequest, ExchangeTrail {
  readonly caller: Caller;
  /** Absent if it could not be read. */
  readonly generated: GenerateRequest | undefined;
}

/** A request that is about to be handled. */
export interface ObservedRequest {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly incoming: Incoming;
  /** The dialect of the client. */
  readonly dialect: GenerateRequest["match"]["binding"]["dialect"];
  /** Removes secrets from texts. */
  readonly redact: { all(text: string): string };
}

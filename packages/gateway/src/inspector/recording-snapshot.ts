import type { Loss } from "@toolglot/core";
import type { ObservedRequest } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Conversation } from "./conversation.ts";
import type { ExchangeSummary } from "./protocol.ts";
import type { AttemptSnapshot } from "./recorded-attempt.ts";
import type { BodySnapshot } from "./recorded-body.ts";

/** An exchange as data, for the process that shows it. While it runs, it has no contents of bodies and no headers. */
export interface RecordingSnapshot {
  readonly id: string;
  readonly startedAt: number;
  readonly dialect: ObservedRequest["dialect"];
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly replayOf: string | undefined;
  readonly tenant: string | undefined;
  readonly state: ExchangeSummary["state"];
  readonly conversation: Conversation | undefined;
  readonly losses: readonly Loss[];
  readonly record: RequestRecord | undefined;
  readonly response: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly firstOutputMs: number | undefined;
  readonly attempts: readonly AttemptSnapshot[];
  readonly requestBody: BodySnapshot;
  readonly responseBody: BodySnapshot | undefined;
}

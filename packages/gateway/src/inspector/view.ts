// What can be shown of an exchange of this process: a recording, or an imported one.

import { viewBytes } from "./body-view.ts";
import { describe } from "./describe.ts";
import { detailOf } from "./detail.ts";
import type { ImportedExchange } from "./imported-exchange.ts";
import { KeptRecording } from "./kept-recording.ts";
import type { KeptRow } from "./kept-row.ts";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { finishRedaction } from "./redact-recording.ts";
import type { RemoteExchange } from "./remote-exchange.ts";
import { summaryOf } from "./summary.ts";

/** An exchange that is kept in this process. */
export type LocalExchange = KeptRecording | KeptRow | ImportedExchange;

/** An exchange that can be shown. */
export type KeptExchange = LocalExchange | RemoteExchange;

/** Whether an exchange was removed while others were looked at, and nothing is left of it. */
export function isGone(exchange: KeptExchange): boolean {
  return exchange instanceof KeptRecording && exchange.isGone;
}

/** The summary to show. */
export function* viewSummary(exchange: KeptExchange, redactor: BodyRedactor): SearchSteps<ExchangeSummary> {
  if (!(exchange instanceof KeptRecording)) return exchange.summary;
  const recording = exchange.hold();
  yield* finishRedaction(recording, redactor);
  yield* describe(recording, redactor);
  return summaryOf(recording, redactor);
}

/** The summary without a look into the bodies, unless somebody has looked before. */
export function knownSummary(exchange: KeptExchange, redactor: BodyRedactor): ExchangeSummary {
  return exchange instanceof KeptRecording ? summaryOf(exchange.peek(), redactor) : exchange.summary;
}

/** The detail to show. */
export function* viewDetail(
  exchange: LocalExchange,
  previous: string | undefined,
  redactor: BodyRedactor,
): SearchSteps<ExchangeDetail> {
  if (!(exchange instanceof KeptRecording)) return exchange.detail;
  const recording = exchange.hold();
  yield* finishRedaction(recording, redactor);
  yield* describe(recording, redactor);
  return yield* detailOf(recording, previous, redactor);
}

/** The bytes of a body to show; `undefined` if they are not kept. */
export function* viewBody(
  exchange: LocalExchange,
  name: string,
  redactor: BodyRedactor,
): SearchSteps<Uint8Array | undefined> {
  if (!(exchange instanceof KeptRecording)) return exchange.body(name);
  const recording = exchange.hold();
  yield* finishRedaction(recording, redactor);
  const body = recording.bodyNamed(name);
  return body === undefined ? undefined : (yield* viewBytes(body, redactor))?.bytes;
}

/** What the exchanges of one conversation have in common. */
export function sessionOf(exchange: KeptExchange, redactor: BodyRedactor): string {
  if (!(exchange instanceof KeptRecording)) return exchange.summary.session;
  return exchange.isRedacted ? exchange.session : redactor.redactText(exchange.session);
}

/** Milliseconds since 1970. */
export function startOf(exchange: KeptExchange): number {
  return exchange instanceof KeptRecording ? exchange.startedAt : exchange.summary.startedAt;
}

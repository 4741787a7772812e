// What can be shown of an exchange of this process: a recording, or an imported one.

import { viewBytes } from "./body-view.ts";
import { describe } from "./describe.ts";
import { detailOf } from "./detail.ts";
import { ImportedExchange } from "./imported-exchange.ts";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { finishRedaction } from "./redact-recording.ts";
import type { RemoteExchange } from "./remote-exchange.ts";
import { summaryOf } from "./summary.ts";

/** An exchange that is kept in this process. */
export type LocalExchange = Recording | ImportedExchange;

/** An exchange that can be shown. */
export type KeptExchange = LocalExchange | RemoteExchange;

/** The summary to show. */
export function* viewSummary(exchange: KeptExchange, redactor: BodyRedactor): SearchSteps<ExchangeSummary> {
  if (!(exchange instanceof Recording)) return exchange.summary;
  yield* finishRedaction(exchange, redactor);
  yield* describe(exchange, redactor);
  return summaryOf(exchange, redactor);
}

/** The summary without a look into the bodies, unless somebody has looked before. */
export function knownSummary(exchange: KeptExchange, redactor: BodyRedactor): ExchangeSummary {
  return exchange instanceof Recording ? summaryOf(exchange, redactor) : exchange.summary;
}

/** The detail to show. */
export function* viewDetail(
  exchange: LocalExchange,
  previous: string | undefined,
  redactor: BodyRedactor,
): SearchSteps<ExchangeDetail> {
  if (exchange instanceof ImportedExchange) return exchange.detail;
  yield* finishRedaction(exchange, redactor);
  yield* describe(exchange, redactor);
  return yield* detailOf(exchange, previous, redactor);
}

/** The bytes of a body to show; `undefined` if they are not kept. */
export function* viewBody(
  exchange: LocalExchange,
  name: string,
  redactor: BodyRedactor,
): SearchSteps<Uint8Array | undefined> {
  if (exchange instanceof ImportedExchange) return exchange.body(name);
  yield* finishRedaction(exchange, redactor);
  const body = exchange.bodyNamed(name);
  return body === undefined ? undefined : (yield* viewBytes(body, redactor))?.bytes;
}

/** What the exchanges of one conversation have in common. */
export function sessionOf(exchange: KeptExchange, redactor: BodyRedactor): string {
  if (!(exchange instanceof Recording)) return exchange.summary.session;
  const session = exchange.conversation?.session ?? "";
  return exchange.areHeadsRedacted ? session : redactor.redactText(session);
}

/** Milliseconds since 1970. */
export function startOf(exchange: KeptExchange): number {
  return exchange instanceof Recording ? exchange.startedAt : exchange.summary.startedAt;
}

// One row in the list of exchanges.

import type { Loss, LossLevel } from "@toolglot/core";
import type { ExchangeSummary, LossCounts } from "./protocol.ts";
import type { RecordedOutcome } from "./recorded-outcome.ts";
import type { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { redactHeads } from "./redact/redact-heads.ts";

/**
 * The summary of an exchange, without secrets. What its bodies say is included once the exchange was described (`describe.ts`).
 */
export function summaryOf(recording: Recording, redactor: BodyRedactor): ExchangeSummary {
  if (recording.state !== "running") {
    redactHeads(recording, redactor);
    return rawSummary(recording);
  }
  return withoutSecrets(rawSummary(recording), (text) => redactor.redactText(text));
}

/** The summary of an exchange that is running: secrets are removed from the recording itself when it ends. */
function withoutSecrets(summary: ExchangeSummary, redact: (text: string) => string): ExchangeSummary {
  const { model, session, providerModel } = summary;
  return {
    ...summary,
    model: redact(model),
    session: redact(session),
    ...(providerModel === undefined ? {} : { providerModel: redact(providerModel) }),
  };
}

function rawSummary(recording: Recording): ExchangeSummary {
  const { conversation, outcome, description, attempts, tenant } = recording;
  const destination = attempts.at(-1)?.destination;
  const { error, errorType, status, usage, cost, durationMs } = outcome ?? NOTHING;
  return {
    seq: recording.host.seq,
    id: recording.id,
    session: conversation?.session ?? "",
    client: recording.dialect,
    ...optionalField("agent", conversation?.agent),
    ...(tenant === "" ? {} : { key: tenant }),
    model: conversation?.model ?? "",
    ...(destination === undefined
      ? {}
      : {
          provider: destination.provider.name,
          providerModel: destination.model,
          target: destination.provider.dialect,
          ...optionalField("profile", destination.profile),
        }),
    state: recording.state,
    ...optionalField("status", status),
    ...(errorType === undefined ? {} : { error: { type: errorType, message: error ?? "" } }),
    stream: conversation?.stream ?? false,
    startedAt: recording.startedAt,
    ...optionalField("firstOutputMs", recording.firstOutputMs),
    ...optionalField("durationMs", durationMs),
    ...optionalField("usage", usage),
    ...optionalField("cost", cost),
    calls: description?.calls ?? [],
    tools: conversation?.tools ?? 0,
    losses: lossCounts(recording.losses),
    attempts: attempts.length,
    excerpt: excerptOf(description?.text || description?.prompt || ""),
    ...optionalField("replayOf", recording.replayOf),
    ...optionalField("bodiesDropped", recording.host.bodiesDropped),
  };
}

const NOTHING: Partial<RecordedOutcome> = {};

/** An object with one field; none if the value is `undefined`. */
export function optionalField<Name extends string, T>(
  name: Name,
  value: T | undefined,
): { readonly [Key in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: T };
}

/** The numbers of losses by their levels. */
export function lossCounts(losses: readonly Loss[]): LossCounts {
  const counts: Record<LossLevel, number> = { content: 0, setting: 0, metadata: 0 };
  for (const { level } of losses) counts[level]++;
  return counts;
}

/** One line, at most 80 characters. */
function excerptOf(text: string): string {
  const line = text
    .slice(0, 4 * MAX_EXCERPT)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT - 1)}…` : line;
}

const MAX_EXCERPT = 80;

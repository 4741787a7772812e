// What is kept of an exchange that was recorded whole, if it turns out to be one of a crowd.

import type { Loss } from "@toolglot/core";
import type { Recording } from "./recording.ts";
import type { Row } from "./row-chunk.ts";
import type { RowFields } from "./unrecorded.ts";

/** The row of an exchange, from which secrets are removed when it is needed. */
export interface RecordedRow {
  readonly losses: readonly Loss[];
  rowWith(fields: RowFields): Row;
}

/** The row of an exchange that is over; `undefined` if it did not go as nearly all do. */
export function recordedRow(recording: Recording): RecordedRow | undefined {
  const { conversation, outcome, attempts, state, losses } = recording;
  const [attempt] = attempts;
  if (conversation === undefined || outcome === undefined || attempt === undefined) return undefined;
  if (attempts.length > 1 || state !== "done") return undefined;
  const { id, startedAt, firstOutputMs, dialect, method, path, replayOf, tenant } = recording;
  const { status, durationMs, usage, cost } = outcome;
  const { model, agent, session, stream: isStream, tools } = conversation;
  const { provider, profile, model: providerModel } = attempt.destination;
  const rowWith = ({ redactText, losses: text, unlisted }: RowFields): Row => ({
    shared: {
      dialect,
      method,
      path: redactText(path.split("?", 1).join()),
      tenant,
      agent,
      isStream,
      tools,
      provider,
      profile,
      model: redactText(model),
      providerModel: redactText(providerModel),
      status,
      losses: text,
      replayOf,
    },
    id,
    session: redactText(session),
    startedAt,
    durationMs,
    firstOutputMs,
    usage,
    cost,
    unlisted,
  });
  return { losses, rowWith };
}

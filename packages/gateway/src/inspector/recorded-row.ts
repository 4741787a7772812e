// What is kept of an exchange that was recorded whole, if its second turns out to be a busy one.

import type { Recording } from "./recording.ts";
import type { Row } from "./row-chunk.ts";
import type { RowFields } from "./unrecorded.ts";

/** The row of an exchange that is over; `undefined` if it did not go as nearly all do. */
export function recordedRow(recording: Recording, fields: RowFields): Row | undefined {
  const { conversation, outcome, attempts, state } = recording;
  const [attempt] = attempts;
  if (conversation === undefined || outcome === undefined || attempt === undefined) return undefined;
  if (attempts.length > 1 || state !== "done") return undefined;
  const { id, startedAt, firstOutputMs, dialect, method, path, replayOf, tenant } = recording;
  const { status, durationMs, usage, cost } = outcome;
  const { model, agent, session, stream: isStream, tools } = conversation;
  const { provider, profile, model: providerModel } = attempt.destination;
  const { redactText, losses, unlisted } = fields;
  return {
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
      losses,
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
  };
}

import type { ExchangeDetail, ExchangeSummary } from "@toolglot/gateway";
import { lossesOf } from "../state/filter.ts";
import { droppedText } from "../traffic/dropped-text.ts";
import { errorText } from "../traffic/error-text.ts";
import { modelText, targetOf } from "../traffic/target.ts";
import { Figure } from "../ui/Figure.tsx";
import { formatCost, formatCount, formatDuration, formatTime } from "../ui/format.ts";
import { StateDot } from "../ui/StateDot.tsx";
import { ExchangeActions } from "./actions/ExchangeActions.tsx";
import { changedRows } from "./selection.ts";

/** Who asked whom, and the figures of the exchange in one line. */
export function ExchangeHeader({ detail }: { readonly detail: ExchangeDetail }) {
  const { summary } = detail;
  const target = targetOf(summary);
  return (
    <div class="exchange-header">
      <div class="exchange-title">
        <h1>
          <StateDot exchange={summary} /> {modelText(summary)}
          {target === undefined ? "" : ` → ${target}`}
        </h1>
        <p class="muted clip">{subtitleOf(summary)}</p>
      </div>
      <ExchangeActions detail={detail} />
      <dl class="exchange-figures">
        <Times summary={summary} />
        <Tokens summary={summary} />
        {summary.cost === undefined ? null : <Figure label="cost" value={formatCost(summary.cost)} />}
        <Differences summary={summary} />
      </dl>
      {summary.error === undefined ? null : (
        <p class="exchange-error">
          <b>{summary.error.type}</b> {errorText(summary.error)}
        </p>
      )}
    </div>
  );
}

function Times({ summary: { firstOutputMs, durationMs } }: { readonly summary: ExchangeSummary }) {
  return (
    <>
      <Figure label="first output" value={firstOutputMs === undefined ? "–" : formatDuration(firstOutputMs)} />
      <Figure label="total" value={durationMs === undefined ? "running" : formatDuration(durationMs)} />
    </>
  );
}

function Tokens({ summary: { usage } }: { readonly summary: ExchangeSummary }) {
  if (usage?.input === undefined && usage?.output === undefined) return null;
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0, reasoning = 0 } = usage;
  const cached = [
    ...(cacheRead > 0 ? [`${formatCount(cacheRead)} cached`] : []),
    ...(cacheWrite > 0 ? [`${formatCount(cacheWrite)} written`] : []),
  ];
  return (
    <>
      <Figure
        label="in"
        value={formatCount(Math.max(0, input - cacheRead - cacheWrite))}
        note={cached.map((part) => `+ ${part}`).join(" ")}
      />
      <Figure
        label="out"
        value={formatCount(output)}
        note={reasoning > 0 ? `${formatCount(reasoning)} reasoning` : ""}
      />
    </>
  );
}

function Differences({ summary }: { readonly summary: ExchangeSummary }) {
  const lost = lossesOf(summary);
  return (
    <>
      <Figure
        label="lost"
        value={summary.state === "running" ? "–" : formatCount(lost)}
        tone={lost > 0 ? "lost" : undefined}
        note={metadataNote(summary)}
      />
      <Figure
        label="changed"
        value={changedRows.value === undefined ? "–" : formatCount(changedRows.value)}
        tone={changedRows.value ? "changed" : undefined}
      />
    </>
  );
}

function metadataNote({ losses: { metadata } }: ExchangeSummary): string {
  return metadata === 0 ? "" : `+ ${metadata} metadata`;
}

function subtitleOf(summary: ExchangeSummary): string {
  const { client, target, profile, key, status, startedAt, imported, replayOf, bodiesDropped } = summary;
  return [
    target === undefined || target === client ? client : `${client} → ${target}`,
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    formatTime(startedAt),
    ...(replayOf === undefined ? [] : ["sent again"]),
    ...(imported === true ? ["imported"] : []),
    ...(bodiesDropped === undefined ? [] : [droppedText(bodiesDropped)]),
  ].join(" · ");
}

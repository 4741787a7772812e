import type { ExchangeSummary } from "@toolglot/gateway";
import { lossesOf } from "../state/filter.ts";
import { hrefOf } from "../state/route.ts";
import { cursor } from "../state/sessions.ts";
import { formatCost, formatCount, formatDuration, formatShort, plural } from "../ui/format.ts";
import { StateDot } from "../ui/StateDot.tsx";
import { droppedText } from "./dropped-text.ts";
import { errorText } from "./error-text.ts";
import { modelText, targetOf } from "./target.ts";

interface Props {
  readonly exchange: ExchangeSummary;
  readonly isOpen: boolean;
  readonly isAtCursor: boolean;
  /** Whether Tab leads to it; arrow keys lead to the others. */
  readonly isTabStop: boolean;
}

/** One exchange in the list. */
export function TurnRow({ exchange, isOpen, isAtCursor, isTabStop }: Props) {
  const target = targetOf(exchange);
  return (
    <a
      class={`turn-row${isAtCursor ? " at-cursor" : ""}`}
      href={hrefOf({ view: "exchange", id: exchange.id, tab: "messages" })}
      aria-current={isOpen ? "page" : undefined}
      data-id={exchange.id}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => {
        cursor.value = exchange.id;
      }}
    >
      <StateDot exchange={exchange} />
      <span class="turn-model clip">
        {modelText(exchange)}
        {target === undefined ? null : <span class="muted"> → {target}</span>}
      </span>
      <span class="turn-time">{timeOf(exchange)}</span>
      <span class="turn-what clip">{whatOf(exchange)}</span>
      <Outcome exchange={exchange} />
    </a>
  );
}

/** What a reader should know first: something is lost, else what it cost. */
function Outcome({ exchange }: { readonly exchange: ExchangeSummary }) {
  const lost = lossesOf(exchange);
  if (lost > 0) return <span class="turn-outcome lost">{lost} lost</span>;
  if (exchange.attempts > 1) return <span class="turn-outcome">{exchange.attempts} tries</span>;
  return (
    <span class="turn-outcome">{exchange.cost === undefined ? tokensOf(exchange) : formatCost(exchange.cost)}</span>
  );
}

function timeOf({ durationMs, firstOutputMs, state }: ExchangeSummary): string {
  if (durationMs !== undefined) return formatDuration(durationMs);
  if (state !== "running") return "";
  return firstOutputMs === undefined ? "waiting" : "streaming";
}

function whatOf(exchange: ExchangeSummary): string {
  const { error, calls, tools, excerpt, status, state, target, bodiesDropped, unlisted } = exchange;
  if (state === "closed") return "closed by the client";
  if (error !== undefined) return `${status ?? error.type} · ${errorText(error)}`;
  const offered = tools === 0 ? [] : [plural(tools, "tool")];
  const called = calls.length === 0 ? [] : [`${plural(calls.length, "call")} · ${calls.join(", ")}`];
  const dropped = bodiesDropped === undefined ? [] : [droppedText(bodiesDropped)];
  const others = unlisted === undefined ? [] : [`${formatCount(unlisted)} before it have no row`];
  // Codex opens a conversation with a request that generates nothing.
  const alone = target === undefined && state === "done" ? ["answered by the gateway"] : [];
  return [...others, ...dropped, ...alone, ...called, ...(excerpt === "" ? [] : [excerpt]), ...offered].join(" · ");
}

function tokensOf({ usage }: ExchangeSummary): string {
  return usage?.output === undefined ? "" : `${formatShort(usage.output)} out`;
}

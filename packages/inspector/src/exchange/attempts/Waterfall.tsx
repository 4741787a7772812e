import type { ExchangeDetail } from "@toolglot/gateway";
import { formatDuration } from "../../ui/format.ts";
import { type Phase, phasesOf } from "./phases.ts";

/** The phases of an exchange on one time axis. */
export function Waterfall({ detail }: { readonly detail: ExchangeDetail }) {
  const phases = phasesOf(detail);
  const end = Math.max(1, ...phases.map(({ to }) => to));
  return (
    <ol class="waterfall" aria-label="Where the time went">
      {phases.map((phase) => (
        <li key={`${phase.name} ${phase.from}`}>
          <span class="waterfall-name clip" title={phase.name}>
            {phase.name}
          </span>
          <span class="waterfall-track">
            <Bar phase={phase} end={end} />
          </span>
          <span class="waterfall-time">{formatDuration(phase.to - phase.from)}</span>
        </li>
      ))}
    </ol>
  );
}

function Bar({ phase: { from, to, kind }, end }: { readonly phase: Phase; readonly end: number }) {
  const style = { left: `${(100 * from) / end}%`, width: `${(100 * (to - from)) / end}%` };
  return <span class={`bar bar-${kind}`} style={style} />;
}

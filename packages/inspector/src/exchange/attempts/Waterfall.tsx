import type { ExchangeDetail } from "@toolglot/gateway";
import { formatDuration } from "../../ui/format.ts";
import { type Span, spansOf } from "./spans.ts";

/** The phases of an exchange on one time axis. */
export function Waterfall({ detail }: { readonly detail: ExchangeDetail }) {
  const spans = spansOf(detail);
  const end = Math.max(1, ...spans.map(({ to }) => to));
  return (
    <ol class="waterfall" aria-label="Where the time went">
      {spans.map((span) => (
        <li key={`${span.name} ${span.from}`}>
          <span class="waterfall-name clip" title={span.name}>
            {span.name}
          </span>
          <span class="waterfall-track">
            <Bar span={span} end={end} />
          </span>
          <span class="waterfall-time">{formatDuration(span.to - span.from)}</span>
        </li>
      ))}
    </ol>
  );
}

function Bar({ span: { from, to, kind }, end }: { readonly span: Span; readonly end: number }) {
  const style = { left: `${(100 * from) / end}%`, width: `${(100 * (to - from)) / end}%` };
  return <span class={`bar bar-${kind}`} style={style} />;
}

import type { ExchangeDetail, ExchangeSummary } from "@toolglot/gateway";
import { lossesOf } from "../state/filter.ts";
import { hrefOf } from "../state/route.ts";
import { modelText, targetName } from "../traffic/target.ts";
import { formatCost, formatCount, formatDuration } from "../ui/format.ts";

const FIGURES: readonly (readonly [name: string, value: (summary: ExchangeSummary) => string | undefined])[] = [
  ["Requested", (summary) => modelText(summary)],
  ["Answered by", (summary) => targetName(summary)],
  ["Profile", ({ profile }) => profile],
  ["Status", ({ status, state }) => `${status ?? ""} ${state}`.trim()],
  ["First output", ({ firstOutputMs }) => (firstOutputMs === undefined ? undefined : formatDuration(firstOutputMs))],
  ["Total", ({ durationMs }) => (durationMs === undefined ? undefined : formatDuration(durationMs))],
  ["Input tokens", ({ usage }) => countOf(usage?.input)],
  ["Cached", ({ usage }) => countOf(usage?.cacheRead)],
  ["Output tokens", ({ usage }) => countOf(usage?.output)],
  ["Cost", ({ cost }) => (cost === undefined ? undefined : formatCost(cost))],
  ["Calls", ({ calls }) => calls.join(", ")],
  ["Lost", (summary) => formatCount(lossesOf(summary))],
];

/** The figures of two exchanges; those that differ stand out. */
export function ComparedFigures({ details }: { readonly details: readonly [ExchangeDetail, ExchangeDetail] }) {
  const [one, other] = [details[0].summary, details[1].summary];
  return (
    <div class="compared">
      <table>
        <thead>
          <tr>
            <td />
            {FIGURES.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="First" summary={one} other={other} />
          <Row name="Second" summary={other} other={one} />
        </tbody>
      </table>
    </div>
  );
}

function Row({
  name,
  summary,
  other,
}: {
  readonly name: string;
  readonly summary: ExchangeSummary;
  readonly other: ExchangeSummary;
}) {
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf({ view: "exchange", id: summary.id, tab: "messages" })}>{name}</a>
      </th>
      {FIGURES.map(([figure, value]) => (
        <td key={figure} class={value(summary) === value(other) ? "" : "changed"}>
          {value(summary) ?? "–"}
        </td>
      ))}
    </tr>
  );
}

function countOf(count: number | undefined): string | undefined {
  return count === undefined ? undefined : formatCount(count);
}

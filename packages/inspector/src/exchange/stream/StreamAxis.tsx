import { useMemo } from "preact/hooks";
import { formatDuration } from "../../ui/format.ts";
import type { TimedFrame } from "./timed-frames.ts";

interface Props {
  readonly provider: readonly TimedFrame[];
  readonly client: readonly TimedFrame[];
  readonly end: number;
  readonly at: number;
}

const WIDTH = 1000;
const LANE = 18;

/** Two lanes of ticks, one for each frame, and a line at the time that is looked at. */
export function StreamAxis({ provider, client, end, at }: Props) {
  const providerTicks = useMemo(() => ticks(provider, end, 2), [provider, end]);
  const clientTicks = useMemo(() => ticks(client, end, 26), [client, end]);
  const label = `Provider: ${provider.length} events, client: ${client.length} events, in ${formatDuration(end)}`;
  return (
    <svg class="axis" viewBox={`0 0 ${WIDTH} 46`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="axis-provider" d={providerTicks} />
      <path class="axis-client" d={clientTicks} />
      <path class="axis-now" d={`M${(WIDTH * at) / end} 0v46`} />
    </svg>
  );
}

/** Twenty thousand frames are no more ticks than there are places for them. */
function ticks(frames: readonly TimedFrame[], end: number, top: number): string {
  const places = new Set(frames.map(({ ms }) => Math.round((WIDTH * ms) / end)));
  return [...places].map((x) => `M${x} ${top}v${LANE}`).join("");
}

import type { ExchangeDetail } from "@toolglot/gateway";
import { useState } from "preact/hooks";
import { formatDuration } from "../../ui/format.ts";
import { Waiting } from "../Waiting.tsx";
import { FrameList } from "./FrameList.tsx";
import { StreamAxis } from "./StreamAxis.tsx";
import { useFrames } from "./use-frames.ts";

/** The provider's and the client's stream on one time axis, with a scrubber that goes through both. */
export function StreamTab({ detail }: { readonly detail: ExchangeDetail }) {
  const { id, durationMs } = detail.summary;
  const [time, setTime] = useState(Number.POSITIVE_INFINITY);
  const chunks = detail.attempts.at(-1)?.response?.chunks;
  const provider = useFrames({ id, role: "providerResponse", chunks });
  const client = useFrames({ id, role: "clientResponse", chunks: detail.response?.chunks });
  if (provider === undefined || provider instanceof Error) return <Waiting problem={provider} />;
  if (client === undefined || client instanceof Error) return <Waiting problem={client} />;
  if (provider.length + client.length === 0)
    return <p class="hint">Neither side of this exchange was a stream, or its bodies were not kept.</p>;
  const end = Math.max(1, durationMs ?? 0, provider.at(-1)?.ms ?? 0, client.at(-1)?.ms ?? 0);
  const at = Math.min(time, end);
  return (
    <div class="stream">
      <StreamAxis provider={provider} client={client} end={end} at={at} />
      <label class="scrubber">
        <span class="visually-hidden">Time</span>
        <input
          type="range"
          min={0}
          max={end}
          step={1}
          value={at}
          onInput={({ currentTarget }) => setTime(currentTarget.valueAsNumber)}
        />
        <output>{formatDuration(at)}</output>
      </label>
      <div class="stream-lists">
        <FrameList id={id} side="providerResponse" title="Provider said" frames={provider} at={at} />
        <FrameList id={id} side="clientResponse" title="Client got" frames={client} at={at} />
      </div>
    </div>
  );
}

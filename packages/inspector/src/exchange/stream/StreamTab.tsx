import type { ExchangeDetail } from "@toolglot/gateway";
import { useMemo, useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import { formatDuration } from "../../ui/format.ts";
import { useCore } from "../use-core.ts";
import { Waiting } from "../Waiting.tsx";
import { FrameList } from "./FrameList.tsx";
import { StreamAxis } from "./StreamAxis.tsx";
import { timedFrames } from "./timed-frames.ts";

/** The provider's and the client's stream on one time axis, with a scrubber that goes through both. */
export function StreamTab({ detail }: { readonly detail: ExchangeDetail }) {
  const { id, durationMs } = detail.summary;
  const [time, setTime] = useState(Number.POSITIVE_INFINITY);
  const content = useCore(() => callCore("listFrames", { id }), [id]);
  const frames = content instanceof Error ? undefined : content;
  const provider = useMemo(
    () => timedFrames(frames?.provider, detail.attempts.at(-1)?.response?.chunks),
    [frames, detail],
  );
  const client = useMemo(() => timedFrames(frames?.client, detail.response?.chunks), [frames, detail]);
  if (content === undefined || content instanceof Error) return <Waiting problem={content} />;
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

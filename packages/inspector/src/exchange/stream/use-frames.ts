import { useMemo } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import { useCore } from "../use-core.ts";
import { type Chunks, type TimedFrame, timedFrames } from "./timed-frames.ts";

interface StreamPlace {
  readonly id: string;
  readonly role: "providerResponse" | "clientResponse";
  readonly chunks: Chunks | undefined;
}

/** The frames of one stream with their times. Each stream comes in a message of its own: thousands of frames take a while to arrive. */
export function useFrames({ id, role, chunks }: StreamPlace): readonly TimedFrame[] | Error | undefined {
  const frames = useCore(() => callCore("listFrames", { id, role }), [id, role]);
  return useMemo(() => (Array.isArray(frames) ? timedFrames(frames, chunks) : frames), [frames, chunks]);
}

import type { ObservedRequest } from "../http/request-observer.ts";
import { Recording } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import { type RecordingSnapshot, restore } from "./recording-snapshot.ts";
import type { Ring } from "./ring.ts";
import type { KeptExchange } from "./view.ts";

/** Asks the process that serves an exchange for what there is of it by now; `undefined` if it is over. Fails if that takes too long. */
export type ViewRunning = () => Promise<RecordingSnapshot | undefined>;

/** The exchanges that other processes record. Of those that are running, only their summaries are told until somebody looks. */
export class RemoteRecordings {
  private readonly ring: Ring<KeptExchange>;
  private readonly host: RecordingHost<Recording>;
  private readonly views = new Map<string, ViewRunning>();

  constructor(ring: Ring<KeptExchange>, host: RecordingHost<Recording>) {
    this.ring = ring;
    this.host = host;
  }

  /** Takes over what has changed of an exchange. */
  receive(snapshot: RecordingSnapshot, view: ViewRunning): Recording {
    const { id, replayOf } = snapshot;
    const known = this.ring.get(id);
    const recording = known instanceof Recording ? known : new Recording(observed(snapshot), this.host, replayOf);
    restore(recording, snapshot);
    if (recording.state === "running") this.views.set(id, view);
    else this.views.delete(id);
    return recording;
  }

  /** The process is gone that has recorded an exchange. */
  abandon(id: string): Recording | undefined {
    this.views.delete(id);
    const recording = this.running(id);
    recording?.abandon("worker_ended", "the worker ended that has served it");
    return recording;
  }

  /** Takes over what there is by now of an exchange that is running, before it is shown. */
  async refresh(id: string): Promise<void> {
    const view = this.views.get(id);
    if (view === undefined) return;
    const snapshot = await view().catch(() => undefined);
    // It may have ended in the meantime: then all of it is on its way, or here.
    const recording = this.running(id);
    if (recording !== undefined && snapshot?.state === "running") restore(recording, snapshot);
  }

  private running(id: string): Recording | undefined {
    const recording = this.ring.get(id);
    return recording instanceof Recording && recording.state === "running" ? recording : undefined;
  }
}

/** The head of a request that another process has received. */
function observed({ id, startedAt, dialect, method, path, headers }: RecordingSnapshot): ObservedRequest {
  const incoming = { method, url: path, headers, body: async () => new Uint8Array() };
  const same = (text: string) => text;
  return { id, started: startedAt, dialect, incoming, redact: { all: same } };
}

import { systemClock } from "../clock.ts";
import type { RemoteRecorder } from "../inspector/remote-recorder.ts";
import { withTimeout } from "../limits/with-timeout.ts";
import type { Channel } from "./channel.ts";
import type { WorkerMethods } from "./methods.ts";

/** How long somebody who looks waits for a worker, in milliseconds. */
const MAX_WAIT = 2000;

/** How long somebody waits who follows the changes: a worker that has none responds after ten seconds. */
const MAX_PAUSE = 12_000;

/** What a worker has recorded, as the primary asks for it. */
export function workerRecorder(channel: Channel<WorkerMethods>): RemoteRecorder {
  const bounded = <T>(call: Promise<T>, milliseconds = MAX_WAIT) => withTimeout(call, milliseconds, systemClock);
  return {
    changes: (since) => bounded(channel.call("recordedChanges", since)),
    untilChanged: (since) => bounded(channel.call("recordedUntilChanged", since), MAX_PAUSE),
    summaries: (ids) => bounded(channel.call("recordedSummaries", ids)),
    detail: (id) => bounded(channel.call("recordedDetail", id)),
    body: (id, name) => bounded(channel.call("recordedBody", id, name)),
    forget: (ids) => channel.notify("recordedForget", [ids]),
    learn: (secrets) => channel.notify("recordedLearn", [secrets]),
  };
}

type RecorderMethods = Pick<WorkerMethods, Extract<keyof WorkerMethods, `recorded${string}`>>;

/** What the primary calls for it, in the worker. */
export function recorderMethods(recorder: RemoteRecorder): RecorderMethods {
  return {
    recordedChanges: (since) => recorder.changes(since),
    recordedUntilChanged: (since) => recorder.untilChanged(since),
    recordedSummaries: (ids) => recorder.summaries(ids),
    recordedDetail: (id) => recorder.detail(id),
    recordedBody: (id, name) => recorder.body(id, name),
    recordedForget: (ids) => recorder.forget(ids),
    recordedLearn: (secrets) => recorder.learn(secrets),
  };
}

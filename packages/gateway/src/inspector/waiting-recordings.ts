// Recordings that are over, and from which secrets are still to be removed. That is done while the event loop has
// nothing else to do, so that it takes no time from requests.

import type { KeptRecording } from "./kept-recording.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";

export interface WaitingOptions {
  /** A time in milliseconds. */
  readonly now: () => number;
  /** Which share of the time since the last call the event loop was busy, from 0 to 1. */
  readonly utilization: () => number;
  readonly redact: (recording: KeptRecording) => SearchSteps<void>;
  /** Gives up the bodies of a recording, because there was no time to remove secrets from them. */
  readonly giveUp: (recording: KeptRecording) => void;
  /** Prepares for the next recordings, less than a millisecond at a time; returns whether there may be more to prepare. */
  readonly prepare: () => boolean;
  readonly onBug: (error: unknown) => void;
}

/** The time between two looks at how busy the event loop is, in milliseconds. Each takes some microseconds, which requests need if it is busy. */
const INTERVAL = 5;
const BUSY_INTERVAL = 100;

/** How long the work may occupy the event loop in one turn, in milliseconds. */
const MAX_TIME = 2;

/** From this utilization on, a burst of requests may be under way: recordings wait for the end of it. */
const CALM = 0.5;

/** From this utilization on, the event loop has no time to spare. */
const BUSY = 0.9;

/** From this utilization on, this work included, others may have waited. */
const FULL = 0.97;

/** The share of the idle time that is used. */
const IDLE_SHARE = 0.5;

/** The share of a busy event loop's time that is used, and how long recordings wait for a calm one before, in milliseconds. */
const BUSY_SHARE = 0.01;
const CALM_WAIT = 2000;

/** How long the bytes of an exchange wait at most, in milliseconds. */
const MAX_WAIT = 10_000;

/** The recordings that wait, the oldest first. */
export class WaitingRecordings {
  private readonly options: WaitingOptions;
  private recordings: KeptRecording[] = [];
  /** The work on the oldest one, if it has begun. */
  private work: SearchSteps<void> | undefined;
  private isScheduled = false;
  /** When it was looked last, and how long the work took then. */
  private lookedAt: number;
  private worked = 0;

  constructor(options: WaitingOptions) {
    this.options = options;
    this.lookedAt = options.now();
  }

  get count(): number {
    return this.recordings.length;
  }

  add(recording: KeptRecording): void {
    recording.waitsSince = Math.round(this.options.now());
    this.recordings.push(recording);
    if (!this.isScheduled) this.start(recording.waitsSince);
  }

  // How busy the event loop was before does not matter.
  private start(now: number): void {
    this.options.utilization();
    this.lookedAt = now;
    this.worked = 0;
    this.schedule(INTERVAL);
  }

  // A timer and not a microtask, so that I/O is handled in between. It does not keep the process running.
  private schedule(milliseconds: number): void {
    this.isScheduled = true;
    setTimeout(() => this.look(), milliseconds).unref();
  }

  private look(): void {
    this.isScheduled = false;
    const { now, utilization } = this.options;
    const start = now();
    const used = this.usedByOthers(start, utilization());
    const idle = this.idleShare(start, used);
    const time = (start - this.lookedAt) * (idle > 0 ? idle * IDLE_SHARE : BUSY_SHARE);
    this.lookedAt = start;
    this.removeFinished();
    if (idle > 0 || this.waitsLonger(start, CALM_WAIT)) this.run(start + Math.min(time, MAX_TIME));
    const isPreparing = idle > 0 && this.options.prepare();
    if (idle === 0) this.giveUpOldest(start);
    this.worked = now() - start;
    if (isPreparing || this.recordings.length > 0) this.schedule(idle > 0 ? INTERVAL : BUSY_INTERVAL);
  }

  /** The share of the time since the last look that others have used. */
  private usedByOthers(now: number, utilization: number): number {
    const elapsed = now - this.lookedAt;
    const own = elapsed > 0 ? this.worked / elapsed : 0;
    // Without this work, requests that had to wait for it would have been handled.
    return utilization > FULL ? utilization : Math.max(0, utilization - own);
  }

  /** The share of the time since the last look that can be used; 0 if there was hardly any. */
  private idleShare(now: number, used: number): number {
    return used > (this.waitsLonger(now, CALM_WAIT) ? BUSY : CALM) ? 0 : 1 - used;
  }

  private waitsLonger(now: number, milliseconds: number): boolean {
    const [oldest] = this.recordings;
    return oldest !== undefined && now - oldest.waitsSince > milliseconds;
  }

  private run(end: number): void {
    let done = 0;
    for (const recording of this.recordings) {
      if (!this.isDone(recording, end)) break;
      done++;
      if (this.options.now() >= end) break;
    }
    this.recordings.splice(0, done);
  }

  // A bug in the inspector must not end the gateway, and what was not redacted must not stay.
  private isDone(recording: KeptRecording, end: number): boolean {
    this.work ??= this.options.redact(recording);
    try {
      while (this.work.next().done !== true) if (this.options.now() >= end) return false;
    } catch (error) {
      this.options.onBug(error);
      this.options.giveUp(recording);
    }
    this.work = undefined;
    return true;
  }

  private giveUpOldest(now: number): void {
    for (const recording of this.recordings) {
      if (now - recording.waitsSince <= MAX_WAIT) break;
      if (!isFinished(recording)) this.options.giveUp(recording);
    }
    this.removeFinished();
  }

  /** Removes the oldest that are done: somebody has looked at them, or the ring has removed them. */
  private removeFinished(): void {
    const first = this.recordings.findIndex((recording) => !isFinished(recording));
    if (first === 0) return;
    // It was about the oldest one.
    this.work = undefined;
    this.recordings = first < 0 ? [] : this.recordings.slice(first);
  }
}

function isFinished({ isRedacted, isForgotten }: KeptRecording): boolean {
  return isRedacted || isForgotten;
}

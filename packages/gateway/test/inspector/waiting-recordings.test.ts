import { describe, expect, it, vi } from "vitest";
import type { KeptRecording } from "../../src/inspector/kept-recording.ts";
import { WaitingRecordings } from "../../src/inspector/waiting-recordings.ts";

describe("recordings that wait", () => {
  it("do not count the removal of secrets as the work of others", () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let time = 0;
    // Of ten milliseconds, six were used; two of them to remove secrets, so that the event loop is not busy.
    const shares = [0, 0.4, 0.6];
    const done: unknown[] = [];
    const redact = function* (recording: KeptRecording) {
      yield;
      time += 2;
      done.push(recording);
    };
    const waiting = new WaitingRecordings({
      now: () => time,
      utilization: () => shares.shift() ?? 1,
      redact,
      giveUp() {},
      prepare: () => false,
      onBug() {},
    });
    for (let index = 0; index < 2; index++)
      waiting.add({ waitsSince: 0, isRedacted: false, isForgotten: false } as unknown as KeptRecording);
    for (let look = 0; look < 2; look++) {
      time += 8;
      vi.advanceTimersByTime(5);
    }
    vi.useRealTimers();
    expect(done).toHaveLength(2);
  });

  it("are looked at ten times in a second while the event loop is busy", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    let looks = 0;
    const waiting = new WaitingRecordings({
      now: () => performance.now(),
      utilization: () => {
        looks++;
        return 1;
      },
      *redact() {},
      giveUp() {},
      prepare: () => false,
      onBug() {},
    });
    waiting.add({ waitsSince: 0, isRedacted: false, isForgotten: false } as unknown as KeptRecording);
    looks = 0;
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(looks).toBeLessThanOrEqual(10);
  });
});

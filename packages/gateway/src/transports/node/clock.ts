import { type Clock, systemClock, type Timer } from "../../clock.ts";
import { SharedTimer, type Waiting } from "./shared-timer.ts";

/** The clock of the machine, for a process with many time limits. */
export function nodeClock(): Clock {
  const timer = new SharedTimer();
  return {
    now: systemClock.now,
    elapsed: systemClock.elapsed,
    // Its users do not look inside.
    setTimer: (run, milliseconds) => timer.add(run, milliseconds) as unknown as Timer,
    clearTimer: (waiting) => {
      if (waiting !== undefined) timer.remove(waiting as unknown as Waiting);
    },
    afterIo: (run) => {
      setImmediate(run);
    },
  };
}

// The memory of processes over time.
import { readdirSync, readFileSync } from "node:fs";

const MIB = 2 ** 20;
const PAGE = 4096;

/** What a process has in memory, in MiB, and its open files. */
export function usedBy(pid) {
  const [, resident] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
  return { rss: (Number(resident) * PAGE) / MIB, files: readdirSync(`/proc/${pid}/fd`).length };
}

/** Samples the memory of processes until it is stopped. */
export class MemorySamples {
  constructor(pids) {
    this.pids = pids;
    this.samples = [];
    this.timer = setInterval(() => this.take(), 250);
  }

  take() {
    this.samples.push(this.pids.map((pid) => usedBy(pid).rss));
  }

  /** For each process: the most, and the most in each quarter of the time. */
  stop() {
    clearInterval(this.timer);
    this.take();
    return this.pids.map((pid, index) => {
      const values = this.samples.map((sample) => sample[index]);
      return { pid, most: Math.max(...values), quarters: quartersOf(values) };
    });
  }
}

function quartersOf(values) {
  return [0, 1, 2, 3].map((quarter) => {
    const part = values.slice((values.length * quarter) >> 2, Math.max(1, (values.length * (quarter + 1)) >> 2));
    return Math.max(...part);
  });
}

// The memory of processes over time, by what was done until then.
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
  constructor(pids, done) {
    this.pids = pids;
    this.done = done;
    this.samples = [];
    this.timer = setInterval(() => this.take(), 250);
  }

  take() {
    this.samples.push({ done: this.done(), rss: this.pids.map((pid) => usedBy(pid).rss) });
  }

  /** For each process: at the first sample, the most, at the last, and the growth per 10,000 requests in the second half. */
  stop() {
    clearInterval(this.timer);
    this.take();
    return this.pids.map((pid, index) => {
      const points = this.samples.map(({ done, rss }) => ({ x: done / 10_000, y: rss[index] }));
      const values = points.map(({ y }) => y);
      const half = points.slice(points.length >> 1);
      return {
        pid,
        first: values[0],
        most: Math.max(...values),
        last: values.at(-1),
        slope: slopeOf(half),
        quarters: quartersOf(values),
      };
    });
  }
}

/** By least squares. */
function slopeOf(points) {
  const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const variance = mean(points.map((point) => (point.x - x) ** 2));
  return variance === 0 ? 0 : mean(points.map((point) => (point.x - x) * (point.y - y))) / variance;
}

function quartersOf(values) {
  return [0, 1, 2, 3].map((quarter) => {
    const part = values.slice((values.length * quarter) >> 2, Math.max(1, (values.length * (quarter + 1)) >> 2));
    return Math.max(...part);
  });
}

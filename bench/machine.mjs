// Where and when a benchmark ran: figures without it say little.
import { cpus, platform, release, totalmem } from "node:os";

/** The date, the kind of machine and the runtime, for the head of a report. */
export function about() {
  const [{ model } = { model: "unknown CPU" }] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${model.trim()}, ${memory}, ${platform()} ${release().split("-")[0]}`,
    node: process.version,
  };
}

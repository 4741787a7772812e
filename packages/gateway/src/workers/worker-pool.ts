import cluster from "node:cluster";
import { systemClock } from "../clock.ts";
import type { GatewayReport } from "../http/gateway-report.ts";
import { withTimeout } from "../limits/with-timeout.ts";
import type { Channel } from "./channel.ts";
import type { WorkerMethods } from "./methods.ts";
import { WorkerProcess, type WorkerService } from "./worker-process.ts";

export interface WorkerPoolOptions {
  readonly size: number;
  /** The program that a worker runs, and its arguments. */
  readonly program: { readonly file: string; readonly args: readonly string[] };
  /** Variables that a worker has in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly serve: (number: number, channel: () => Channel<WorkerMethods>) => WorkerService;
  readonly log: (level: "info" | "warn", message: string) => void;
  readonly onBug: (error: unknown) => void;
}

/** A worker that has served for so long has not failed at its start, in milliseconds. */
const LONG_LIFE = 10_000;

/** The delays before a worker that has failed at its start is replaced, in milliseconds. */
const FIRST_DELAY = 100;
const MAX_DELAY = 30_000;

/** How long a worker that was told to end at once may take, in milliseconds. */
const END_TIME = 2000;

/** How long a worker may take to report, in milliseconds. */
const REPORT_TIME = 1000;

interface Slot {
  readonly number: number;
  worker: WorkerProcess | undefined;
  /** How many workers in a row have failed at their start. */
  failures: number;
  replacing: ReturnType<typeof setTimeout> | undefined;
}

/** The workers. Connections are given to them in turn, and one that dies is replaced. */
export class WorkerPool {
  private readonly options: WorkerPoolOptions;
  private readonly slots: readonly Slot[];
  private stopping: Promise<void> | undefined;

  constructor(options: WorkerPoolOptions) {
    const { size, program } = options;
    this.options = options;
    this.slots = Array.from({ length: size }, (_, index) => ({
      number: index + 1,
      worker: undefined,
      failures: 0,
      replacing: undefined,
    }));
    // In turn, rather than whoever is first: the system would give most connections to the same few workers.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: program.file, args: [...program.args], serialization: "advanced" });
  }

  get workers(): readonly WorkerProcess[] {
    return this.slots.flatMap(({ worker }) => worker ?? []);
  }

  /** Starts all workers and resolves to their address; if one of them fails, all are ended. */
  async start(): Promise<string> {
    for (const slot of this.slots) this.fork(slot);
    try {
      const [url = ""] = await Promise.all(this.workers.map(({ started }) => started));
      return url;
    } catch (error) {
      const { workers } = this;
      this.stopping = Promise.resolve();
      for (const worker of workers) worker.kill();
      await Promise.all(workers.map(({ ended }) => ended));
      throw error;
    }
  }

  /** How each worker is. One that does not answer in time has that trouble. */
  reports(): Promise<readonly GatewayReport[]> {
    return Promise.all(
      this.slots.map(async ({ number, worker }) => {
        const part = `worker ${number}`;
        if (worker === undefined) return silent(part, "it has ended, and is about to be replaced");
        const report = await withTimeout(worker.channel.call("report"), REPORT_TIME, systemClock).catch(
          () => undefined,
        );
        if (report === undefined) return silent(part, "it does not answer");
        return {
          ...report,
          troubles: report.troubles.map(([each, trouble]) => [`${part}: ${each}`, trouble] as const),
        };
      }),
    );
  }

  /** Lets all workers finish their requests, within a time in milliseconds; a second call ends them. */
  stop(milliseconds: number): Promise<void> {
    const isSecond = this.stopping !== undefined;
    for (const worker of this.workers) worker.stop();
    this.killAfter(isSecond ? END_TIME : milliseconds + END_TIME);
    this.stopping ??= this.untilEnded();
    return this.stopping;
  }

  private async untilEnded(): Promise<void> {
    for (const { replacing } of this.slots) clearTimeout(replacing);
    await Promise.all(this.workers.map(({ ended }) => ended));
  }

  private killAfter(milliseconds: number): void {
    const { workers } = this;
    const timer = setTimeout(() => {
      for (const worker of workers) worker.kill();
    }, milliseconds);
    timer.unref();
  }

  private fork(slot: Slot): void {
    const { env, serve, onBug } = this.options;
    const { number } = slot;
    const began = performance.now();
    const worker = new WorkerProcess({
      number,
      fork: () => cluster.fork(env),
      serve: (channel) => serve(number, channel),
      onBug,
    });
    slot.worker = worker;
    void worker.ended.then((reason) => this.onEnded(slot, reason, performance.now() - began));
  }

  private onEnded(slot: Slot, reason: string, life: number): void {
    slot.worker = undefined;
    if (this.stopping !== undefined) return;
    slot.failures = life < LONG_LIFE ? slot.failures + 1 : 0;
    const delay = slot.failures < 2 ? 0 : Math.min(FIRST_DELAY * 2 ** (slot.failures - 2), MAX_DELAY);
    const when = delay === 0 ? "" : ` in ${delay / 1000} s`;
    this.options.log("warn", `worker ${slot.number} ended ${reason}, and is replaced${when}`);
    slot.replacing = setTimeout(() => this.fork(slot), delay);
  }
}

function silent(part: string, trouble: string): GatewayReport {
  return { gauges: [], troubles: [[part, trouble]], keys: [] };
}

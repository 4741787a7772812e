import type { Worker } from "node:cluster";
import { Channel, type Methods, type Port } from "./channel.ts";
import type { StartProblem, WorkerMethods } from "./methods.ts";

/** What the primary does for one worker. */
export interface WorkerService {
  readonly methods: Methods;
  /** The worker is gone. */
  close(): void;
}

export interface WorkerProcessOptions {
  readonly number: number;
  readonly fork: () => Worker;
  readonly serve: (channel: () => Channel<WorkerMethods>) => WorkerService;
  readonly onBug: (error: unknown) => void;
}

/** Why a worker did not start; the code is that of the system, such as `EADDRINUSE`. */
export class WorkerStartError extends Error {
  override readonly name: string = "WorkerStartError";
  readonly code: string | undefined;

  constructor({ code, message }: StartProblem) {
    super(message);
    this.code = code;
  }
}

/** One process that serves, and the connection to it. */
export class WorkerProcess {
  readonly number: number;
  readonly channel: Channel<WorkerMethods>;
  /** Resolves to its address when it serves; rejects if it fails to start, or ends before. */
  readonly started: Promise<string>;
  /** Resolves when it has ended, with what there is to say about it. */
  readonly ended: Promise<string>;
  private readonly worker: Worker;

  constructor({ number, fork, serve, onBug }: WorkerProcessOptions) {
    this.number = number;
    this.worker = fork();
    const service = serve(() => this.channel);
    const starting = deferred();
    this.started = starting.promise;
    this.channel = new Channel(
      portOf(this.worker),
      {
        ...service.methods,
        started: (url: string) => starting.resolve(url),
        failed: (problem: StartProblem) => starting.reject(new WorkerStartError(problem)),
      },
      onBug,
    );
    this.ended = new Promise((resolve) => {
      this.worker.once("exit", (code, signal) => {
        const reason = signal === null || signal === "" ? `with code ${code}` : `by ${signal}`;
        starting.reject(new WorkerStartError({ message: `worker ${number} ended ${reason} before it could serve` }));
        service.close();
        resolve(reason);
      });
    });
  }

  get pid(): number | undefined {
    return this.worker.process.pid;
  }

  stop(): void {
    this.channel.notify("stop", []);
  }

  kill(): void {
    this.worker.process.kill("SIGKILL");
  }
}

function portOf(worker: Worker): Port {
  // What cannot be sent to a worker that is gone is told to the callback too.
  worker.on("error", () => {});
  return {
    send: (message, onSent) => worker.process.send(message as object, undefined, undefined, onSent),
    onMessage: (listener) => worker.process.on("message", listener),
    onClosed: (listener) => worker.process.once("disconnect", listener),
  };
}

interface Deferred {
  readonly promise: Promise<string>;
  resolve(url: string): void;
  reject(error: Error): void;
}

function deferred(): Deferred {
  let [resolve, reject] = [(_: string) => {}, (_: Error) => {}];
  const promise = new Promise<string>((...both) => {
    [resolve, reject] = both;
  });
  // Nobody waits for a worker that replaces another.
  promise.catch(() => {});
  return { promise, resolve: (url) => resolve(url), reject: (error) => reject(error) };
}

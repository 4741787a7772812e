import { systemClock } from "../clock.ts";
import type { HttpServices } from "../http/services.ts";
import type { RecordingSnapshot } from "../inspector/recording-snapshot.ts";
import { withTimeout } from "../limits/bounded-calls.ts";
import type { Channel } from "./channel.ts";
import type { PrimaryMethods, WorkerMethods } from "./methods.ts";

/** Shows what other processes have recorded. */
export interface ExchangeCollector {
  learn(credentials: readonly string[]): void;
  /** `view` asks for what there is by now of an exchange that is running. */
  receive(snapshot: RecordingSnapshot, view: () => Promise<RecordingSnapshot | undefined>): void;
  /** The process is gone that has recorded an exchange. */
  abandon(id: string): void;
}

/** How long somebody who looks waits for a worker, in milliseconds. */
const MAX_WAIT = 2000;

/** The exchanges of one worker, in the primary. */
export class CollectedExchanges {
  private readonly collector: ExchangeCollector;
  private readonly redactor: HttpServices["redactor"];
  private readonly channel: () => Channel<WorkerMethods>;
  private readonly running = new Set<string>();

  constructor(
    collector: ExchangeCollector,
    { redactor }: Pick<HttpServices, "redactor">,
    channel: () => Channel<WorkerMethods>,
  ) {
    this.collector = collector;
    this.redactor = redactor;
    this.channel = channel;
  }

  /** What the worker calls. */
  get methods(): Pick<PrimaryMethods, "secrets" | "credentials" | "exchange"> {
    return {
      secrets: (secrets) => this.redactor.learnShared(secrets),
      credentials: (credentials) => this.collector.learn(credentials),
      exchange: (snapshot) => this.receive(snapshot),
    };
  }

  /** The worker is gone. */
  close(): void {
    for (const id of this.running) this.collector.abandon(id);
    this.running.clear();
  }

  private receive(snapshot: RecordingSnapshot): void {
    if (snapshot.state === "running") this.running.add(snapshot.id);
    else this.running.delete(snapshot.id);
    const view = () => withTimeout(this.channel().call("running", snapshot.id), MAX_WAIT, systemClock);
    this.collector.receive(snapshot, view);
  }
}

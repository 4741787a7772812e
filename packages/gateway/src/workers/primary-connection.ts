import type { LogRecord } from "../observe/log.ts";
import type { Stores } from "../store/open.ts";
import { Channel, type Port } from "./channel.ts";
import type { PrimaryMethods, WorkerMethods } from "./methods.ts";
import { Observations } from "./observations.ts";
import { RemoteLimits } from "./remote-limits.ts";
import { RemoteStore } from "./remote-store.ts";
import { StopRequests } from "./stop-requests.ts";

/** The connection of a worker to the process that has started it. */
export class PrimaryConnection {
  readonly channel: Channel<PrimaryMethods>;
  readonly stopping: StopRequests = new StopRequests();
  readonly observations: Observations;
  private readonly reasoning: RemoteStore;
  private readonly methods: { -readonly [Name in keyof WorkerMethods]?: WorkerMethods[Name] };

  constructor() {
    this.methods = {
      stop: () => this.stopping.add(),
      reasoningStored: () => this.reasoning.noteStored(),
    };
    const onBug = (error: unknown) => this.observations.log(bugRecord(error));
    this.channel = new Channel(portOfProcess(), this.methods as WorkerMethods, onBug);
    this.observations = new Observations((observed) => this.channel.notify("observed", [observed]));
    this.reasoning = new RemoteStore(this.channel, "reasoning");
    process.once("disconnect", () => this.stopping.addBoth());
  }

  /** What the primary holds for all workers. */
  stores(hasReasoning: boolean): Stores {
    if (hasReasoning) this.reasoning.noteStored();
    return {
      store: new RemoteStore(this.channel, "response"),
      reasoning: this.reasoning,
      limits: new RemoteLimits(this.channel),
    };
  }

  /** From now on, the primary can ask for these too. */
  offer(methods: Partial<WorkerMethods>): void {
    Object.assign(this.methods, methods);
  }

  async close(): Promise<void> {
    this.observations.flush();
    await this.channel.flush();
    if (process.connected) process.disconnect();
  }
}

function bugRecord(error: unknown): LogRecord {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { event: "bug", level: "error", message };
}

function portOfProcess(): Port {
  return {
    send: (message, onSent) => process.send?.(message, undefined, undefined, onSent),
    onMessage: (listener) => process.on("message", listener),
    onClosed: (listener) => process.once("disconnect", listener),
  };
}

import type { Clock, Timer } from "../clock.ts";
import type { ClientKey } from "../config/config.ts";
import { keyIn } from "../config/key-file.ts";
import { GatewayError } from "../errors.ts";
import { BoundedCalls } from "../limits/bounded-calls.ts";
import { Silence } from "../limits/silence.ts";
import { type FailureReason, StoreFailure } from "../limits/store-failure.ts";
import type { KeySource, KeyVersion } from "./key-store.ts";

export interface KeyCopyOptions {
  readonly source: KeySource;
  readonly clock: Clock;
  /** Whether the keys that were known are accepted while the source is down. */
  readonly onDown: "open" | "closed";
  readonly onTrouble: (trouble: string | undefined) => void;
  readonly onFailure: (reason: FailureReason) => void;
}

/** Both together are less than the second within which a revoked key is refused. In milliseconds. */
const POLL_INTERVAL = 250;
const POLL_TIMEOUT = 500;
/** Until there are keys, in milliseconds: the connection is made meanwhile. */
const FIRST_INTERVAL = 25;
/** How long the gateway's start waits for them, in milliseconds. */
const START_TIMEOUT = 1000;

/** The keys of a source, in memory, so that no request waits for it. */
export class KeyCopy {
  /** Resolves when the keys are known, or when it takes too long. */
  readonly loaded: Promise<void>;
  private readonly options: KeyCopyOptions;
  private readonly calls: BoundedCalls;
  private readonly began: number;
  private onLoaded: () => void = () => {};
  private keys: ReadonlyMap<string, ClientKey> = new Map();
  private parsed: ReadonlyMap<string, ClientKey | string> = new Map();
  private version: string | undefined;
  private isUp = false;
  private isClosed = false;
  private timer: Timer | undefined;
  private isLost = false;
  private reported: string | undefined;

  constructor(options: KeyCopyOptions) {
    const { clock, onFailure } = options;
    this.options = options;
    this.began = clock.elapsed();
    this.loaded = new Promise((resolve) => {
      this.onLoaded = resolve;
    });
    this.calls = new BoundedCalls({
      timeout: POLL_TIMEOUT,
      clock,
      silence: new Silence(clock, POLL_TIMEOUT),
      onFailure: (reason) => {
        if (!this.isStarting()) onFailure(reason);
      },
      onTrouble: () => {},
    });
  }

  start(): void {
    void this.poll();
  }

  close(): void {
    this.isClosed = true;
    this.options.clock.clearTimer(this.timer);
    this.onLoaded();
  }

  /** The key with a SHA-256. Throws if it cannot be known now whether there is one. */
  find(sha256: string): ClientKey | undefined {
    const known = this.keys.get(sha256);
    if (this.isUp || (known !== undefined && this.options.onDown === "open")) return known;
    throw unavailable();
  }

  private async poll(): Promise<void> {
    try {
      const changed = await this.calls.run("changedSince", () => this.options.source.changedSince(this.version));
      if (changed !== undefined) await this.take(changed);
      this.isUp = true;
      this.report();
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      this.isUp = false;
      if (!this.isStarting())
        this.report(`keys cannot be read: ${error.message}; ${CONSEQUENCES[this.options.onDown]}`);
    }
    this.schedule();
  }

  private schedule(): void {
    const { clock } = this.options;
    if (!this.isStarting()) this.onLoaded();
    if (this.isClosed) return;
    const interval = this.version === undefined ? FIRST_INTERVAL : POLL_INTERVAL;
    this.timer = clock.setTimer(() => void this.poll(), interval);
  }

  /** Whether the connection may still be being made, which is no trouble. */
  private isStarting(): boolean {
    return this.version === undefined && this.options.clock.elapsed() - this.began <= START_TIMEOUT;
  }

  private async take({ version, entries }: KeyVersion): Promise<void> {
    const parsed = new Map<string, ClientKey | string>();
    for (const text of entries) parsed.set(text, this.parsed.get(text) ?? (await keyIn(text)));
    const keys = [...parsed.values()].filter((key) => typeof key !== "string");
    this.isLost = version === "" && (this.version ?? "") !== "";
    this.parsed = parsed;
    this.keys = new Map(keys.map((key) => [key.sha256, key]));
    this.version = version;
  }

  private report(trouble: string | undefined = this.problem()): void {
    if (this.isClosed || trouble === this.reported) return;
    this.reported = trouble;
    this.options.onTrouble(trouble);
  }

  private problem(): string | undefined {
    if (this.isLost) return LOST;
    const problems = [...this.parsed.values()].filter((each) => typeof each === "string");
    return problems.length === 0 ? undefined : `keys in the shared state are not used: ${problems.join("; ")}`;
  }
}

const CONSEQUENCES = {
  open: "those that were known are accepted, and no others",
  closed: "none of them is accepted",
};

const LOST = "the shared state has lost all keys; restore it, or add them again with toolglot keys add";

function unavailable(): GatewayError {
  const message = "keys cannot be checked now; try again soon";
  return new GatewayError("unavailable", "keys_unavailable", message, { retryAfter: 1 });
}

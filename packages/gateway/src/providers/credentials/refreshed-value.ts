import type { Clock } from "../../clock.ts";

/** What may expire. */
export interface Expiring {
  /** In milliseconds since 1970; absent if it does not expire. */
  readonly expiresAt?: number;
}

export interface RefreshOptions<T extends Expiring> {
  readonly clock: Pick<Clock, "now">;
  readonly obtain: () => Promise<T>;
  /** Called with why a value could not be renewed before its expiry, and without when it was. */
  readonly onTrouble?: (trouble: string | undefined) => void;
}

/** A value that is renewed before it expires: in the background while it is valid, by one request at a time. */
export class RefreshedValue<T extends Expiring> {
  private readonly options: RefreshOptions<T>;
  private current: { readonly value: T; readonly expiresAt: number; renewAt: number } | undefined;
  private pending: Promise<T> | undefined;
  /** When a value was last replaced because it was refused; `undefined` if its successor was accepted since. */
  private refusedAt: number | undefined;
  private isAccepted = false;

  constructor(options: RefreshOptions<T>) {
    this.options = options;
  }

  /** The value; a promise if a new one has to be obtained. */
  get(): T | Promise<T> {
    const now = this.options.clock.now();
    const { current } = this;
    if (current === undefined || now >= current.expiresAt) return this.refresh();
    if (now >= current.renewAt && this.pending === undefined) this.renew(current, now);
    return current.value;
  }

  accepted(value: T): void {
    if (this.current?.value === value) this.isAccepted = true;
  }

  /**
   * A value was refused; returns whether another one is worth a try. A new value that is refused at once is not replaced again
   * for a while, unless `isExpired` says that it was accepted before and is refused as invalid now.
   */
  refused(value: T, isExpired: boolean): boolean {
    if (this.current?.value !== value) return true;
    const now = this.options.clock.now();
    const isRecent = this.refusedAt !== undefined && now - this.refusedAt < PAUSE;
    if (isRecent && !(isExpired && this.isAccepted)) return false;
    this.refusedAt = now;
    this.current = undefined;
    return true;
  }

  private renew(current: { renewAt: number }, now: number): void {
    const { onTrouble } = this.options;
    this.refresh().then(
      () => onTrouble?.(undefined),
      (error: unknown) => {
        current.renewAt = now + PAUSE;
        onTrouble?.(error instanceof Error ? error.message : String(error));
      },
    );
  }

  private refresh(): Promise<T> {
    this.pending ??= this.obtain().finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  private async obtain(): Promise<T> {
    const value = await this.options.obtain();
    const now = this.options.clock.now();
    const { expiresAt = Number.POSITIVE_INFINITY } = value;
    const life = expiresAt - now;
    this.current = {
      value,
      expiresAt: expiresAt - Math.min(EXPIRY_MARGIN, life * SHORT_LIFE),
      renewAt: expiresAt - Math.min(RENEWAL_MARGIN, life * SHORT_LIFE * 2),
    };
    this.isAccepted = false;
    return value;
  }
}

/** How long before its expiry a value is renewed, and is not used any more: clocks differ, and requests take time. */
const RENEWAL_MARGIN = 5 * 60_000;
const EXPIRY_MARGIN = 30_000;

/** The margin of values that live for minutes, as a part of their life. */
const SHORT_LIFE = 0.1;

/** How long to wait after a renewal that did not help. */
const PAUSE = 10_000;

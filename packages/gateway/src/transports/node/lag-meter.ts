/** In milliseconds. */
const TICK = 100;

const TICKS = 3;

/** Measures how late the event loop is: the least delay of the last ticks, so that a single late tick does not count. */
export class LagMeter {
  private delays: readonly number[] = [];
  private expected = Date.now() + TICK;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor() {
    this.timer = setInterval(() => this.tick(), TICK);
    this.timer.unref();
  }

  get milliseconds(): number {
    return this.delays.length < TICKS ? 0 : Math.min(...this.delays);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = Date.now();
    this.delays = [...this.delays, Math.max(0, now - this.expected)].slice(-TICKS);
    this.expected = now + TICK;
  }
}

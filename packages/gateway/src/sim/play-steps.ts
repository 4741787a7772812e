import type { Clock, Timer } from "../clock.ts";
import { type UpstreamCall, UpstreamError, type UpstreamSink } from "../transport.ts";
import type { SimStep } from "./steps.ts";

/** Plays steps to a sink without a network; the sink is not called before this has returned. */
export function playSteps(steps: Steps, sink: UpstreamSink, clock: Clock): UpstreamCall {
  const player = new Player(steps, sink, clock);
  queueMicrotask(() => void player.run());
  return player;
}

type Steps = readonly SimStep[] | Promise<readonly SimStep[]>;

/** How many steps are played before the event loop gets a turn. */
const STEPS_PER_TURN = 64;

class Player implements UpstreamCall {
  private readonly steps: Steps;
  private readonly sink: UpstreamSink;
  private over = false;
  private paused = false;
  private wake: () => void = () => {};
  private readonly clock: Clock;
  private timer: Timer | undefined;

  constructor(steps: Steps, sink: UpstreamSink, clock: Clock) {
    this.steps = steps;
    this.sink = sink;
    this.clock = clock;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.wake();
  }

  abort(): void {
    this.over = true;
    this.clock.clearTimer(this.timer);
    this.wake();
  }

  linger(): void {
    this.abort();
  }

  async run(): Promise<void> {
    const { steps } = this;
    for (const [index, step] of (steps instanceof Promise ? await steps : steps).entries()) {
      await this.waitForTurn(index);
      if (this.over) return;
      if (step.type === "wait") await this.wait(step.ms);
      else if (this.perform(step)) return;
    }
  }

  /** Returns whether it was the last step. */
  private perform(step: Exclude<SimStep, { type: "wait" }>): boolean {
    switch (step.type) {
      case "head":
        this.sink.head(step.status, step.headers);
        return false;
      case "data":
        this.sink.data(step.bytes);
        return false;
      case "end":
        this.sink.end();
        return true;
      case "reset":
        this.sink.fail(new UpstreamError("reset", "the provider closed the connection"));
        return true;
      case "stall":
        return true;
    }
  }

  private async waitForTurn(index: number): Promise<void> {
    while (this.paused && !this.over)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    await (index % STEPS_PER_TURN === STEPS_PER_TURN - 1 ? nextTurn() : undefined);
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      this.timer = this.clock.setTimer(resolve, ms);
    });
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

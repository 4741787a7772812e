// An exchange that was imported. It has no recording, only what its export says.

import type { BodyInfo, ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { RingEntry } from "./ring.ts";

/** An exchange from an export. */
export class ImportedExchange implements RingEntry {
  readonly id: string;
  readonly tenant: string;
  readonly state: ExchangeSummary["state"];
  seq = 0;
  size = 0;
  isForgotten = false;
  private readonly recorded: ExchangeDetail;
  private bodies: ReadonlyMap<string, Uint8Array>;

  constructor(id: string, tenant: string, recorded: ExchangeDetail, bodies: ReadonlyMap<string, Uint8Array>) {
    this.id = id;
    this.tenant = tenant;
    this.recorded = recorded;
    this.bodies = bodies;
    const { state } = recorded.summary;
    this.state = state === "running" ? "closed" : state;
  }

  /** What its bodies take. */
  get bytes(): number {
    return [...this.bodies.values()].reduce((sum, { length }) => sum + length, 0);
  }

  get summary(): ExchangeSummary {
    const { id, seq, state } = this;
    return { ...this.recorded.summary, id, seq, state, imported: true };
  }

  get detail(): ExchangeDetail {
    const { request, response, attempts } = this.recorded;
    return {
      ...this.recorded,
      summary: this.summary,
      request: this.current(request),
      ...(response === undefined ? {} : { response: this.current(response) }),
      attempts: attempts.map((attempt) => ({
        ...attempt,
        request: this.current(attempt.request),
        ...(attempt.response === undefined ? {} : { response: this.current(attempt.response) }),
      })),
    };
  }

  body(name: string): Uint8Array | undefined {
    return this.bodies.get(name);
  }

  dropBodies(): void {
    this.bodies = new Map();
  }

  forget(): void {
    this.dropBodies();
  }

  private current<T extends BodyInfo>(info: T): T {
    const body = this.bodies.get(info.name);
    return body === undefined ? { ...info, kept: false } : { ...info, kept: true, bytes: body.length };
  }
}

// Providers may stream several parts at once; clients get them one after the other.

import type { OpenPart } from "./open-part.ts";

/** The parts of a response that are still to be emitted, in the order of their start. */
export class PartQueue {
  private parts: OpenPart[] = [];
  private head = 0;

  /** The part that is being emitted. */
  get first(): OpenPart | undefined {
    return this.parts[this.head];
  }

  add(part: OpenPart): void {
    part.isQueued = true;
    if (this.first === undefined) {
      this.parts = [part];
      this.head = 0;
    } else this.parts.push(part);
  }

  removeFirst(): void {
    const { first } = this;
    if (first === undefined) return;
    first.isQueued = false;
    this.head++;
  }

  /** All parts that are still to be emitted. */
  remaining(): readonly OpenPart[] {
    return this.parts.slice(this.head);
  }
}

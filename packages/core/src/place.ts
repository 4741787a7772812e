import { escapePointer, parsePointer } from "./json/pointer.ts";

export { escapePointer, parsePointer };

/** A place in the caller's source: a linked list, from which a JSON Pointer is built only when it is read. */
export class Place {
  private readonly parent: Place | undefined;
  /** A key below the parent or, without one, a whole JSON Pointer. */
  private readonly step: string | number;
  /** The approximate length of its pointer. */
  readonly length: number;

  private constructor(parent: Place | undefined, step: string | number) {
    this.parent = parent;
    this.step = step;
    const own = typeof step === "string" ? step.length + 1 : 4;
    this.length = parent === undefined ? own : parent.length + own;
  }

  static readonly root: Place = new Place(undefined, "");

  /** The place at a JSON Pointer. */
  static of(pointer: string): Place {
    return pointer === "" ? Place.root : new Place(undefined, pointer);
  }

  at(key: string | number): Place {
    return new Place(this, key);
  }

  /** The place at a relative JSON Pointer below this one. */
  below(pointer: string): Place {
    if (this === Place.root) return Place.of(pointer);
    // Nearly all pointers are one key, which needs no parsing.
    if (pointer.lastIndexOf("/") === 0 && !pointer.includes("~")) return this.at(pointer.slice(1));
    return parsePointer(pointer).reduce((place: Place, key) => place.at(key), this);
  }

  /** The last key of its path. */
  get key(): string | number {
    return this.parent === undefined ? (parsePointer(String(this.step)).at(-1) ?? "") : this.step;
  }

  get pointer(): string {
    if (this.parent === undefined) return String(this.step);
    return `${this.parent.pointer}/${escapePointer(String(this.step))}`;
  }
}

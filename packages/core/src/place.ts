import { escapePointer, parsePointer } from "./json/pointer.ts";

export { escapePointer, parsePointer };

/** A place in the caller's source, kept as a chain so that a pointer is only spelled out when somebody asks. */
export class Place {
  readonly parent: Place | undefined;
  readonly key: string | number;

  constructor(parent: Place | undefined, key: string | number) {
    this.parent = parent;
    this.key = key;
  }

  static readonly root: Place = new Place(undefined, "");

  at(key: string | number): Place {
    return new Place(this, key);
  }

  /** The place that a relative JSON Pointer names below this one. */
  below(pointer: string): Place {
    let place: Place = this;
    for (const key of parsePointer(pointer)) place = place.at(key);
    return place;
  }

  get pointer(): string {
    if (this.parent === undefined) return "";
    return `${this.parent.pointer}/${escapePointer(String(this.key))}`;
  }
}

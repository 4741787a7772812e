// An exchange in the store: its bodies, and all the rest beside them.

import type { BodyStore, StoredBytes } from "./body-store.ts";
import { unpackBodies } from "./pack-body.ts";
import { unpackRecording, unpackStart } from "./pack-recording.ts";
import { FieldReader } from "./packed-fields.ts";
import type { Recording } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import type { Slab } from "./slab.ts";

/** An exchange as bytes: two small objects, which the garbage collector has to look at. */
export class PackedExchange {
  private readonly fields: StoredBytes;
  private readonly slab: Slab | undefined;

  /** All but the bodies, and the memory of the bodies, if there are any. */
  constructor(fields: StoredBytes, slab: Slab | undefined) {
    this.fields = fields;
    this.slab = slab;
  }

  /** Without its bodies, in bytes. */
  get size(): number {
    return this.fields.length;
  }

  get start(): ReturnType<typeof unpackStart> {
    return unpackStart(new FieldReader(this.fields));
  }

  unpack(host: RecordingHost): Recording {
    return unpackRecording(new FieldReader(this.fields), host);
  }

  stored(start: number, length: number, store: BodyStore): StoredBytes | undefined {
    return this.slab && store.at(this.slab, start, length);
  }

  /** Gives up all but the bodies. */
  release(store: BodyStore): void {
    this.fields.clear();
    store.release(this.fields);
  }

  /** Gives up the bodies. The memory is reused, and what is in it may be a secret until it was searched. */
  releaseBodies(store: BodyStore, isSearched: boolean): void {
    const { slab } = this;
    if (slab === undefined) return;
    const { count, start, end } = unpackBodies(new FieldReader(this.fields));
    if (!isSearched) slab.memory.fill(0, start, end);
    store.releaseAll(slab, count);
  }
}

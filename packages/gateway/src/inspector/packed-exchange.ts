// An exchange in the store: its bodies, and all the rest beside them.

import type { BodyStore, StoredBytes } from "./body-store.ts";
import { unpackBodies } from "./pack-body.ts";
import { unpackRecording, unpackStart } from "./pack-recording.ts";
import { FieldReader } from "./packed-fields.ts";
import type { Recording } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { type Searched, searchedAs } from "./searched.ts";
import type { Slab } from "./slab.ts";

/** An exchange as bytes: two small objects, which the garbage collector has to look at. */
export class PackedExchange {
  private readonly fields: StoredBytes;
  private readonly slab: Slab | undefined;
  private readonly isPlain: boolean;

  /** All but the bodies, and the memory of the bodies, if there are any. A plain exchange has small whole bodies and no losses. */
  constructor(fields: StoredBytes, slab: Slab | undefined, isPlain = false) {
    this.fields = fields;
    this.slab = slab;
    this.isPlain = isPlain;
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

  /** Searches a plain exchange as it is; returns what is known then, or `undefined` if it has to be unpacked, since it may have a secret. */
  search(redactor: BodyRedactor): Searched | undefined {
    const { slab, fields } = this;
    if (slab === undefined || !this.isPlain) return undefined;
    const { version } = redactor.finder;
    const reader = new FieldReader(fields);
    const { start, end } = unpackBodies(reader);
    const { hasSecret, hasName } = redactor.find(slab.memory.subarray(start, end), false, undefined, slab.words);
    if (hasSecret || redactor.mayHaveSecretIn(reader.decodeTexts(), fields.view(), fields.slab.words)) return undefined;
    return searchedAs(version, hasName);
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

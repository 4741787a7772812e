// Where the bodies of a packed exchange are in the store.

import type { StoredBytes } from "./body-store.ts";
import type { FieldReader, FieldWriter } from "./packed-fields.ts";
import type { RecordedBody } from "./recorded-body.ts";
import type { Recording } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import type { Slab } from "./slab.ts";

/** The bodies of an exchange, which follow each other in one slab. */
export interface PackedBodies {
  /** How many pieces of memory they are, and where these are, in bytes. */
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Where the bodies of an exchange are; `undefined` if one of them is not complete, or not in the same slab. */
export function bodiesOf(recording: Recording): (PackedBodies & { readonly slab: Slab | undefined }) | undefined {
  let slab: Slab | undefined;
  let [count, start, end] = [0, 0, 0];
  for (const { isComplete, stored, starts } of recording.bodies) {
    if (!isComplete) return undefined;
    if (stored === undefined) continue;
    slab ??= stored.slab;
    const last = starts ?? stored;
    if (!slab.isShared || stored.slab !== slab || last.slab !== slab) return undefined;
    if (count === 0) start = stored.start;
    end = last.start + last.length;
    count += starts === undefined ? 1 : 2;
  }
  return { count, start, end, slab };
}

/** Where the bodies are. */
export function unpackBodies(reader: FieldReader): PackedBodies {
  return { count: reader.number() ?? 0, start: reader.number() ?? 0, end: reader.number() ?? 0 };
}

export function packBody(body: RecordedBody | undefined, writer: FieldWriter): void {
  writer.number(body?.length);
  if (body === undefined) return;
  packPlace(body.stored, writer);
  packPlace(body.starts, writer);
}

function packPlace(stored: StoredBytes | undefined, writer: FieldWriter): void {
  writer.number(stored?.start);
  if (stored !== undefined) writer.number(stored.length);
}

export function unpackBody(body: RecordedBody | undefined, reader: FieldReader, host: RecordingHost): void {
  const length = reader.number();
  if (length === undefined || body === undefined) return;
  const stored = unpackPlace(reader, host);
  body.restore({ length, stored, starts: unpackPlace(reader, host), searched: host.searched });
}

function unpackPlace(reader: FieldReader, host: RecordingHost): StoredBytes | undefined {
  const start = reader.number();
  return start === undefined ? undefined : host.stored(start, reader.number() ?? 0);
}

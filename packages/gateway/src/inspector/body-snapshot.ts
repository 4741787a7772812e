import type { BodyHost } from "./body-host.ts";
import { RecordedBody } from "./recorded-body.ts";
import type { ChunkedBytes } from "./redact/body-redactor.ts";

/** A body as data, for another process. */
export interface BodySnapshot {
  readonly name: string;
  readonly isStream: boolean;
  readonly length: number;
  /** Absent if it is not kept. */
  readonly content?: ChunkedBytes;
  readonly times: readonly number[];
  /** Whether secrets were removed from it in every spelling. */
  readonly isThorough: boolean;
}

/** What another process needs to show a body; without its content unless that is asked for. */
export function bodySnapshot(body: RecordedBody, hasContent: boolean): BodySnapshot {
  const { name, isStream, length, isThorough } = body;
  const facts = { name, isStream, length, isThorough };
  return hasContent && body.isKept
    ? { ...facts, content: body.copied(), times: body.times() }
    : { ...facts, times: [] };
}

/** The body that another process has recorded. */
export function restoredBody(snapshot: BodySnapshot, host: BodyHost): RecordedBody {
  const { name, isStream, length, content, times, isThorough } = snapshot;
  const body = new RecordedBody(name, isStream, host);
  body.length = length;
  body.isThorough = isThorough;
  if (content === undefined) body.drop();
  else body.restore(content, times);
  return body;
}

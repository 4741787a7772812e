// A recorded body as the API shows it: a copy without secrets.

import type { BodyInfo } from "./protocol.ts";
import type { RecordedBody } from "./recorded-body.ts";
import type { BodyRedactor, ChunkedBytes } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";

/** What can be shown of a body: a copy without secrets; `undefined` if the body is not kept. */
export function* viewBytes(body: RecordedBody, redactor: BodyRedactor): SearchSteps<ChunkedBytes | undefined> {
  const { isStream, isThorough, isComplete } = body;
  if (!body.isKept) return undefined;
  const whole = body.copied();
  if (isThorough) return whole;
  if (!isComplete) return yield* redactor.redactUnfinished(whole, isStream);
  const thorough = yield* redactor.redactThoroughly(yield* redactor.redact(whole, isStream), isStream);
  // Another reader may have been faster.
  if (!body.isThorough) body.replace(thorough);
  body.isThorough = true;
  return thorough;
}

/** What is told of a body besides its bytes. */
export function* bodyInfo(body: RecordedBody, redactor: BodyRedactor): SearchSteps<BodyInfo> {
  const { name, length, isStream } = body;
  const times = body.times();
  const view = yield* viewBytes(body, redactor);
  if (view === undefined) return { name, bytes: length, kept: false };
  const { bytes, offsets } = view;
  if (!isStream) return { name, bytes: bytes.length, kept: true };
  const chunks = Array.from(offsets, (offset, index) => [times[index] ?? 0, offset] as const);
  return { name, bytes: bytes.length, kept: true, chunks };
}

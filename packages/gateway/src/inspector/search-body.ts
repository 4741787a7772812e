// Removes secrets from one body.

import type { RecordedBody } from "./recorded-body.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { partToSearch } from "./redact/common-part.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";

/** Removes the secrets of a complete body. Only what differs from a similar body before it is searched. */
export function searchBody(body: RecordedBody, redactor: BodyRedactor, before?: RecordedBody): void {
  const { stored } = body;
  const { version } = redactor.finder;
  if (stored === undefined) return;
  const bytes = stored.view();
  const part = before === undefined ? undefined : partToSearch(bytes, before.cleanBytes(version));
  body.clean(redactor.find(bytes, body.isStream, part, stored.slab.words), version);
  if (part !== undefined) body.hasName ||= before?.hasName === true;
}

/** The same for a large body, in steps. */
export function* searchBodyInSteps(body: RecordedBody, redactor: BodyRedactor): SearchSteps<void> {
  const { stored } = body;
  const { version } = redactor.finder;
  if (stored === undefined) return;
  const found = yield* redactor.findInSteps(body.copied().bytes, body.isStream);
  // It may have been dropped in the meantime, or redacted for somebody who has looked.
  if (body.stored === stored) body.clean(found, version);
}

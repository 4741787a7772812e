// The end of a recording: secrets are removed from all that is kept, before anybody can see it.

import type { RecordedBody } from "./recorded-body.ts";
import type { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { redactHeads } from "./redact/redact-heads.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { searchBody, searchBodyInSteps } from "./search-body.ts";
import { isCompared, searchTogether } from "./search-together.ts";

/** The size of the bodies, in bytes, from which on they are searched in steps. */
const MAX_AT_ONCE = 262_144;

/**
 * Removes the secrets of an exchange that is over. Streams are searched for secrets in pieces if anything in the exchange was or looked
 * like a secret, because a model repeats only what it was sent; in any case they are before somebody looks. Of bodies that `before`, an
 * earlier exchange, has too, only the rest is searched.
 */
export function* finishRedaction(
  recording: Recording,
  redactor: BodyRedactor,
  before: () => Recording | undefined = () => undefined,
): SearchSteps<void> {
  if (recording.host.isRedacted || recording.state === "running") return;
  redactHeads(recording, redactor);
  const { bodies } = recording;
  if (sizeOf(bodies) > MAX_AT_ONCE) for (const body of bodies) yield* searchBodyInSteps(body, redactor);
  else searchAtOnce(bodies, redactor, before);
  for (const body of mayBeSpelled(bodies) ? bodies : [])
    if (body.isStream && body.isKept) yield* redactPieces(body, redactor);
  recording.host.isRedacted = true;
}

function searchAtOnce(
  bodies: readonly RecordedBody[],
  redactor: BodyRedactor,
  before: () => Recording | undefined,
): void {
  const hasLarge = bodies.some((body) => !body.isStream && isCompared(body));
  const earlier = hasLarge ? before() : undefined;
  if (searchTogether(bodies, redactor, earlier)) return;
  for (const body of bodies) searchBody(body, redactor, body.isStream ? undefined : earlier?.bodyNamed(body.name));
}

function* redactPieces(body: RecordedBody, redactor: BodyRedactor): SearchSteps<void> {
  const clean = yield* redactor.redactStream(body.copied());
  // Somebody may have looked in the meantime, for whom more was removed.
  if (!body.isThorough) body.replace(clean);
}

function sizeOf(bodies: readonly RecordedBody[]): number {
  let size = 0;
  for (const { stored } of bodies) size += stored?.length ?? 0;
  return size;
}

/** Whether a stream may have a secret in parts. */
function mayBeSpelled(bodies: readonly RecordedBody[]): boolean {
  return bodies.some(({ isUnusual }) => isUnusual) && bodies.some(({ isStream }) => isStream);
}

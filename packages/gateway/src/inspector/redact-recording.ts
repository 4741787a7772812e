// The end of a recording: secrets are removed from all that is kept, before anybody can see it.

import type { RecordedBody } from "./recorded-body.ts";
import type { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { redactHeads } from "./redact/redact-heads.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { searchTogether } from "./search-together.ts";

/** The size of the bodies, in bytes, from which on they are searched in steps. */
const MAX_AT_ONCE = 262_144;

/**
 * Removes the secrets of a small exchange at its end, while its bytes are still in the caches of the processor. Returns whether that is
 * all; large exchanges, and streams where something was found, are left to `finishRedaction`.
 */
export function redactRecording(recording: Recording, redactor: BodyRedactor): boolean {
  redactHeads(recording, redactor);
  const { bodies, before } = recording;
  recording.before = undefined;
  let size = 0;
  for (const body of bodies) size += body.maxSize;
  if (size > MAX_AT_ONCE) return false;
  const areTogether = recording.store.makeRoom(size);
  for (const body of bodies) body.complete();
  if (!areTogether || !searchTogether(bodies, redactor, before))
    for (const body of bodies) body.search(redactor, body.isStream ? undefined : before?.bodyNamed(body.name));
  recording.isRedacted = !mayBeSpelled(bodies);
  return recording.isRedacted;
}

/**
 * Does the rest: large bodies, and secrets that a stream sends in pieces. Streams are searched for the latter here if anything in the
 * exchange was or looked like a secret, because a model repeats only what it was sent. In any case they are before somebody looks.
 */
export function* finishRedaction(recording: Recording, redactor: BodyRedactor): SearchSteps<void> {
  if (recording.isRedacted || recording.state === "running") return;
  const { bodies } = recording;
  for (const body of bodies) yield* body.closeInSteps(redactor);
  for (const body of mayBeSpelled(bodies) ? bodies : [])
    if (body.isStream && body.isKept) body.replace(yield* redactor.redactStream(body.copied()));
  recording.isRedacted = true;
}

/** Whether a stream may have a secret in parts. */
function mayBeSpelled(bodies: readonly RecordedBody[]): boolean {
  return bodies.some(({ isUnusual }) => isUnusual) && bodies.some(({ isStream }) => isStream);
}

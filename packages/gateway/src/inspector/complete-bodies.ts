// The end of bodies: they move to the store.

import type { BodyStore } from "./body-store.ts";
import type { RecordedBody } from "./recorded-body.ts";

/** Moves the bodies of an exchange to the store, one after the other if they are small. Returns by how much they have grown, in bytes. */
export function completeBodies(bodies: readonly RecordedBody[], store: BodyStore): number {
  let most = 0;
  for (const body of bodies) most += body.maxSize;
  if (!store.hasRoom(most)) store.makeRoom(bodies.reduce((sum, body) => sum + body.exactSize, 0));
  let grown = 0;
  for (const body of bodies) grown += body.complete();
  return grown;
}

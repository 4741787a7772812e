import { concat } from "../bytes.ts";
import type { BodyStore, StoredBytes } from "./body-store.ts";

/** A piece of a body, as it was sent or received. */
export type Piece = Uint8Array | string;

type Pieces = Piece | readonly Piece[] | undefined;

/** All pieces in one. */
export function joinPieces(pieces: Pieces): Uint8Array {
  return concat(listOf(pieces).map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
}

/** Moves the pieces of a body that is complete to the store. */
export function storePieces(pieces: Pieces, store: BodyStore): StoredBytes {
  return typeof pieces === "string" ? store.keepText(pieces) : store.adopt(joinPieces(pieces));
}

/** The memory that pieces take, in bytes: a character of a text may take two. */
export function sizeOfPieces(pieces: Pieces): number {
  return listOf(pieces).reduce((sum, piece) => sum + piece.length * (typeof piece === "string" ? 2 : 1), 0);
}

function listOf(pieces: Pieces): readonly Piece[] {
  if (pieces === undefined) return [];
  return typeof pieces === "string" || pieces instanceof Uint8Array ? [pieces] : pieces;
}

// Bodies go over the wire in pieces, as bytes or as strings. Until a body is complete, its pieces are kept as they are.

import { concat, MAX_BYTES_PER_CHARACTER } from "../bytes.ts";
import type { BodyStore, StoredBytes } from "./body-store.ts";

/** A piece of a body, as it was sent or received. */
export type BodyPiece = Uint8Array | string;

/** One piece, as nearly all whole bodies are, or several. */
export type Pieces = BodyPiece | BodyPiece[] | undefined;

export function withPiece(pieces: Pieces, piece: BodyPiece): BodyPiece | BodyPiece[] {
  if (pieces === undefined) return piece;
  if (!Array.isArray(pieces)) return [pieces, piece];
  pieces.push(piece);
  return pieces;
}

/** Moves all pieces to the store. */
export function storePieces(pieces: Pieces, store: BodyStore): StoredBytes {
  if (typeof pieces === "string") return store.keepText(pieces);
  if (!Array.isArray(pieces)) return store.adopt(pieces ?? NO_BYTES);
  return store.adopt(concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece))));
}

const NO_BYTES = new Uint8Array(0);

/** An upper bound of the bytes of pieces. */
export function maxSizeOfPieces(pieces: Pieces): number {
  if (pieces === undefined) return 0;
  if (Array.isArray(pieces)) return pieces.reduce((sum, piece) => sum + maxSizeOfPieces(piece), 0);
  return pieces.length * (typeof pieces === "string" ? MAX_BYTES_PER_CHARACTER : 1);
}

/** The bytes of pieces in UTF-8. */
export function byteLengthOfPieces(pieces: Pieces): number {
  if (pieces === undefined) return 0;
  if (Array.isArray(pieces)) return pieces.reduce((sum, piece) => sum + byteLengthOfPieces(piece), 0);
  return typeof pieces === "string" ? Buffer.byteLength(pieces) : pieces.length;
}

/** The memory that pieces take, in bytes: a character of a text may take two. */
export function sizeOfPieces(pieces: Pieces): number {
  if (pieces === undefined) return 0;
  if (Array.isArray(pieces)) return pieces.reduce((sum, piece) => sum + sizeOfPieces(piece), 0);
  return pieces.length * (typeof pieces === "string" ? 2 : 1);
}

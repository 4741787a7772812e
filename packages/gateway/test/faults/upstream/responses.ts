import type { SimStep } from "../../../src/sim/steps.ts";
import type { ClientDialect } from "../../matrix/clients/index.ts";
import { streamType, wireBytes } from "../../support/provider-wire.ts";

/** The head of a streamed response. */
export function streamHead(dialect: string): SimStep {
  return { type: "head", status: 200, headers: { "content-type": streamType(dialect) } };
}

/** A piece of a provider's stream, which is given as text. */
export function streamStep(dialect: ClientDialect, piece: string): SimStep {
  return { type: "data", bytes: wireBytes(dialect, piece) };
}

/** A streamed response whose pieces are sent one after the other. */
export function streamOf(dialect: ClientDialect, pieces: readonly string[]): SimStep[] {
  return [streamHead(dialect), ...pieces.map((piece) => streamStep(dialect, piece)), { type: "end" }];
}

/** The beginning of a streamed response, cut after so many bytes. */
export function streamUpTo(dialect: string, bytes: Uint8Array, length: number): SimStep[] {
  return [streamHead(dialect), { type: "data", bytes: bytes.subarray(0, length) }];
}

import { describe } from "vitest";
import { EXTENT } from "../../../../test/support/extent.ts";
import { type ClientDialect, DIALECTS } from "./clients/index.ts";

export interface Pair {
  readonly client: ClientDialect;
  readonly provider: ClientDialect;
  readonly streams: boolean;
}

/** How far the providers of a client are from it in the list, in the quick run: itself and one other. */
const DISTANCES = [0, 2];

/** The providers that a client is tried with: all; in the quick run its own and another one, so that each provider has two clients too. */
export function providersOf(client: ClientDialect): readonly ClientDialect[] {
  return EXTENT === "quick" ? DIALECTS.filter((provider) => DISTANCES.includes(distance(client, provider))) : DIALECTS;
}

/**
 * Describes every client with every provider, unary and streamed; in the quick run the pairs of `providersOf`, each with one of both: where a
 * client's passthrough is streamed, its translation is whole, and the other way round for the next client.
 */
export function describePairs(tests: (pair: Pair) => void): void {
  for (const client of DIALECTS)
    for (const provider of providersOf(client))
      for (const streams of EXTENT === "quick" ? [isStreamed(client, provider)] : [false, true])
        describe(`${client} by ${provider}, ${streams ? "streamed" : "whole"}`, () =>
          tests({ client, provider, streams }));
}

function isStreamed(client: ClientDialect, provider: ClientDialect): boolean {
  return (client === provider) === (DIALECTS.indexOf(client) % 2 === 1);
}

function distance(client: ClientDialect, provider: ClientDialect): number {
  return (DIALECTS.indexOf(provider) - DIALECTS.indexOf(client) + DIALECTS.length) % DIALECTS.length;
}

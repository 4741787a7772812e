import type { Charge, TokenCounts } from "../observe/log.ts";
import { billedUsages, responseCost } from "./response-cost.ts";
import type { Spent } from "./result.ts";

/** What several models, of which one was asked after the other, are charged for. */
export interface Charges {
  readonly usage: TokenCounts | undefined;
  /** The cost of those whose prices are known. */
  readonly cost: number | undefined;
}

export function chargesOf(spent: readonly Spent[]): Charges {
  let usage: TokenSums | undefined;
  let cost: number | undefined;
  for (const { destination, used } of spent) {
    for (const billed of billedUsages(destination, used)) {
      usage ??= {};
      addCounts(usage, billed);
    }
    const known = responseCost(destination, used);
    if (known !== undefined) cost = (cost ?? 0) + known;
  }
  return { usage, cost };
}

/** The same for each model; `undefined` where the last one has used everything, as it nearly always has. */
export function chargesByModel(spent: readonly Spent[]): readonly Charge[] | undefined {
  const last = spent.at(-1);
  if (last === undefined || spent.length === 1 || spent.every((each) => modelOf(each) === modelOf(last)))
    return undefined;
  const models = new Set(spent.map(modelOf));
  const charges = [...models].flatMap((model) => chargeOf(spent.filter((each) => modelOf(each) === model)));
  return charges.length === 0 ? undefined : charges;
}

function modelOf({ destination: { provider, model } }: Spent): string {
  return JSON.stringify([provider.name, model]);
}

function chargeOf(spent: readonly Spent[]): Charge[] {
  const { usage, cost } = chargesOf(spent);
  const [first] = spent;
  if (first === undefined || usage === undefined) return [];
  const { provider, model } = first.destination;
  return [{ provider: provider.name, model, usage, ...(cost === undefined ? {} : { cost }) }];
}

type TokenSums = { -readonly [Class in keyof TokenCounts]: TokenCounts[Class] };

function addCounts(sums: TokenSums, usage: TokenCounts): void {
  const { input, cacheRead, cacheWrite, output, reasoning } = usage;
  if (input !== undefined) sums.input = (sums.input ?? 0) + input;
  if (cacheRead !== undefined) sums.cacheRead = (sums.cacheRead ?? 0) + cacheRead;
  if (cacheWrite !== undefined) sums.cacheWrite = (sums.cacheWrite ?? 0) + cacheWrite;
  if (output !== undefined) sums.output = (sums.output ?? 0) + output;
  if (reasoning !== undefined) sums.reasoning = (sums.reasoning ?? 0) + reasoning;
}

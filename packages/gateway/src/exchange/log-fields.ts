import type { Json } from "@toolglot/core";
import type { EstimatedUsage, LogFields, TokenCounts } from "../observe/log.ts";
import { lossFields } from "../observe/losses.ts";
import { unpricedReason } from "../providers/prices.ts";
import { estimatedUsage } from "./estimated-usage.ts";
import type { GenerateRequest } from "./generate-request.ts";
import { type ExchangeHooks, NO_HOOKS } from "./hooks.ts";
import { billedUsages, responseCost } from "./response-cost.ts";
import type { ExchangeResult, Spent } from "./result.ts";

/** What the log has about an exchange. */
export function logFieldsOf(
  request: GenerateRequest,
  result: ExchangeResult,
  { withHistory }: Pick<ExchangeHooks, "withHistory"> = NO_HOOKS,
): LogFields {
  const { model, stream, caller, started } = request;
  const { destination, used = {}, spent = [], errorType, errorMessage, firstChunkAt } = result;
  const all = destination === undefined ? spent : [...spent, { destination, used }];
  const { usage, cost } = chargesOf(all);
  const estimated = estimatedFields(() => withHistory?.(request.body) ?? request.body, result);
  const fields: { -readonly [Field in keyof LogFields]: LogFields[Field] } = {
    status: result.status,
    outcome: result.outcome,
  };
  if (errorType !== undefined) fields.errorType = errorType;
  if (errorMessage !== undefined) fields.error = errorMessage;
  Object.assign(fields, lossFields(result.losses));
  fields.attempts = result.attempts;
  if (caller.tenant !== "") fields.key = caller.tenant;
  fields.model = model;
  fields.stream = stream;
  if (destination !== undefined) {
    fields.provider = destination.provider.name;
    fields.providerModel = destination.model;
  }
  if (usage !== undefined) fields.usage = usage;
  if (cost !== undefined) fields.cost = cost;
  const unpriced =
    cost === undefined && usage && destination && unpricedReason(destination.provider, destination.model, used.model);
  if (unpriced) fields.unpriced = unpriced;
  if (estimated !== undefined) fields.estimated = estimated;
  // The clock may have been set back.
  if (firstChunkAt !== undefined) fields.firstChunkMs = Math.max(0, firstChunkAt - started);
  return fields;
}

function estimatedFields(bodyOf: () => Json, result: ExchangeResult): EstimatedUsage | undefined {
  const { destination, used, spent = [] } = result;
  const estimated = estimatedUsage(bodyOf, result);
  if (estimated === undefined || destination === undefined) return undefined;
  const { usage = {}, cost } = chargesOf([...spent, { destination, used: { ...used, usage: estimated } }]);
  return { usage, ...(cost === undefined ? {} : { cost }) };
}

/** What providers charge for, of several that were asked one after the other: the cost of those whose prices are known. */
function chargesOf(spent: readonly Spent[]): Charges {
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

interface Charges {
  readonly usage: TokenCounts | undefined;
  readonly cost: number | undefined;
}

type TokenSums = { -readonly [Class in keyof TokenCounts]: TokenCounts[Class] };

function addCounts(sums: TokenSums, usage: TokenCounts): void {
  for (const name of COUNTS) {
    const { [name]: count } = usage;
    if (count !== undefined) sums[name] = (sums[name] ?? 0) + count;
  }
}

const COUNTS = ["input", "cacheRead", "cacheWrite", "output", "reasoning"] as const;

import type { JsonObject } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import type { Charge, LogFields } from "../observe/log.ts";
import type { UsageEntry } from "../usage/usage-log.ts";
import { readUsageQuery, type UsageQuery, UsageQueryError } from "../usage/usage-query.ts";
import { usageReport } from "../usage/usage-report.ts";
import { chargedFor } from "./charged.ts";
import type { HttpServices } from "./services.ts";

/** What the caller's key has used, or all keys if it is an admin's. */
export async function reportUsage(
  services: Pick<HttpServices, "usage" | "config" | "now" | "otherReports">,
  { tenant, isAdmin }: Caller,
  url: string,
): Promise<JsonObject> {
  const query = queryIn(services, new URLSearchParams(url.split("?", 2)[1] ?? ""));
  // Other processes send what they have counted before they report.
  await services.otherReports?.();
  const rows = await services.usage.read(query.range);
  // A report is JSON, but an interface has no index signature.
  return usageReport(rows, query, isAdmin === true ? undefined : tenant) as unknown as JsonObject;
}

/** What a request has used: of the model that it was sent to last, and of those that were charged before. None if it was sent to no provider. */
export function usageEntries(fields: LogFields, at: number): UsageEntry[] {
  const { key = "", provider, providerModel: model, attempts = [], outcome = "success" } = fields;
  if (provider === undefined || model === undefined || attempts.length === 0) return [];
  const { losses = [], lossCount = losses.length } = fields;
  const { own, earlier } = chargesIn(chargedFor(fields), { provider, model });
  const isAnswered = attempts.at(-1)?.status === 200;
  const isEstimated = fields.estimated !== undefined;
  const isError = outcome === "error";
  const last = { key, provider, model, at, isAnswered, isError, isEstimated, losses: lossCount, ...own };
  return [...earlier.map((charge) => earlierEntry(charge, key, at)), last];
}

type Used = Pick<UsageEntry, "tokens" | "cost">;

function chargesIn(
  { usage: tokens = {}, cost, charges }: ReturnType<typeof chargedFor>,
  last: Pick<Charge, "provider" | "model">,
): { readonly own: Used; readonly earlier: readonly Charge[] } {
  if (charges === undefined) return { own: { tokens, cost }, earlier: [] };
  const isOwn = (charge: Charge) => charge.provider === last.provider && charge.model === last.model;
  const own = charges.find(isOwn);
  return { own: { tokens: own?.usage ?? {}, cost: own?.cost }, earlier: charges.filter((charge) => !isOwn(charge)) };
}

// The request, its error and its losses are counted for the last model.
function earlierEntry({ provider, model, usage: tokens, cost }: Charge, key: string, at: number): UsageEntry {
  const none = { isRequest: false, isError: false, isEstimated: false, losses: 0 };
  return { key, provider, model, at, isAnswered: true, ...none, tokens, cost };
}

function queryIn({ config, now }: Pick<HttpServices, "config" | "now">, params: URLSearchParams): UsageQuery {
  const [from, to, by] = ["from", "to", "by"].map((name) => params.get(name) ?? undefined);
  try {
    return readUsageQuery({ from, to, by }, { now: now(), days: config.usage.days });
  } catch (error) {
    if (!(error instanceof UsageQueryError)) throw error;
    throw new GatewayError("invalid-request", "invalid_query", error.message, { param: error.field });
  }
}

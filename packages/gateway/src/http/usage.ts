import type { JsonObject } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import type { LogFields } from "../observe/log.ts";
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

/** What a request has used; `undefined` if it was sent to no provider. */
export function usageEntry(fields: LogFields, at: number): UsageEntry | undefined {
  const { key = "", provider, providerModel: model, attempts = [], outcome = "success" } = fields;
  if (provider === undefined || model === undefined || attempts.length === 0) return undefined;
  const { losses = [], lossCount = losses.length } = fields;
  const { usage: tokens = {}, cost } = chargedFor(fields);
  const isAnswered = attempts.at(-1)?.status === 200;
  const isEstimated = fields.estimated !== undefined;
  const isError = outcome === "error";
  return { key, provider, model, at, isAnswered, isError, isEstimated, losses: lossCount, tokens, cost };
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

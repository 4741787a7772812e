import type { LogFields } from "../observe/log.ts";
import type { GenerateRequest } from "./generate-request.ts";
import type { ExchangeResult } from "./result.ts";

/** What the log has about an exchange. */
export function logFieldsOf({ model, stream, caller, started }: GenerateRequest, result: ExchangeResult): LogFields {
  const { destination, usage, errorType, errorMessage, firstChunkAt } = result;
  return {
    status: result.status,
    outcome: result.outcome,
    ...(errorType === undefined ? {} : { errorType }),
    ...(errorMessage === undefined ? {} : { error: errorMessage }),
    losses: result.losses,
    attempts: result.attempts,
    ...(caller.tenant === "" ? {} : { key: caller.tenant }),
    model,
    stream,
    ...(destination === undefined ? {} : { provider: destination.provider.name, providerModel: destination.model }),
    ...(usage === undefined ? {} : { usage: { input: usage.input, output: usage.output } }),
    // The clock may have been set back.
    ...(firstChunkAt === undefined ? {} : { firstChunkMs: Math.max(0, firstChunkAt - started) }),
  };
}

import { destinationsFor } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import { responseCost } from "../exchange/response-cost.ts";
import { routedRequest } from "../exchange/routed-request.ts";
import { type Admitted, admit, type KeyUsage } from "../limits/key-limits.ts";
import type { LogFields } from "../observe/log.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import { chargedFor } from "./charged.ts";
import type { HttpServices } from "./services.ts";

/** How long a response may be, in tokens, if its request does not say so. */
const USUAL_OUTPUT = 4096;

const NOTHING: KeyUsage = { tokens: 0, cost: 0 };

/** A request, as far as the limits of its key are concerned. */
export interface LimitedRequest extends Pick<GenerateRequest, "match" | "body" | "caller" | "model" | "storeTimeout"> {
  /** How many tokens its response may have; by default what the request says. */
  readonly maxOutput?: number;
}

/**
 * Does what a request asks for, within the limits of its key: throws if one is reached. `fieldsOf` tells from the result what was
 * used.
 */
export function withinLimits<T>(
  services: Pick<HttpServices, "config" | "limits" | "now">,
  request: LimitedRequest,
  run: () => Promise<T>,
  fieldsOf: (result: T) => LogFields,
): Promise<T> {
  const { limits, concurrency } = request.caller;
  return limits === undefined && concurrency === 0 ? run() : withReserved(services, request, run, fieldsOf);
}

async function withReserved<T>(
  services: Pick<HttpServices, "config" | "limits" | "now">,
  request: LimitedRequest,
  run: () => Promise<T>,
  fieldsOf: (result: T) => LogFields,
): Promise<T> {
  const reserved = await reserveUsage(services, request);
  let fields: LogFields | undefined;
  try {
    const result = await run();
    fields = fieldsOf(result);
    return result;
  } finally {
    await reserved.settle(fields);
  }
}

/** Takes what a request may use of the limits of its key. */
async function reserveUsage(
  services: Pick<HttpServices, "config" | "limits" | "now">,
  request: LimitedRequest,
): Promise<ReservedUsage> {
  const { match, body, caller, maxOutput, storeTimeout } = request;
  const { limits = {} } = caller;
  // To read all of a large request takes time.
  const isCounted = limits.tpm !== undefined || limits.budget !== undefined;
  const input = isCounted ? estimateTokens(body) : 0;
  const output = maxOutput ?? match.binding.client.maxOutputTokens(body) ?? USUAL_OUTPUT;
  const expected = { tokens: input + output, cost: estimateCost(services, request, input, output) };
  const admitted = await admit(services.limits, { ...caller, storeTimeout }, expected, services.now());
  return new ReservedUsage(admitted);
}

/** What a request has taken of the limits of its key. */
class ReservedUsage {
  private readonly admitted: Admitted;

  constructor(admitted: Admitted) {
    this.admitted = admitted;
  }

  /** Replaces what was expected by what was used. */
  settle(fields: LogFields | undefined): Promise<void> {
    return this.admitted.settle(fields === undefined ? NOTHING : usedBy(fields));
  }
}

function usedBy(fields: LogFields): KeyUsage {
  const { usage = {}, cost = 0 } = chargedFor(fields);
  return { tokens: (usage.input ?? 0) + (usage.output ?? 0), cost };
}

// Without a price, a budget cannot count it.
function estimateCost(
  { config }: Pick<HttpServices, "config">,
  { model, match, body }: LimitedRequest,
  input: number,
  output: number,
): number {
  const [destination] = destinationsFor(config, model, routedRequest(match.binding.dialect, body));
  return (destination && responseCost(destination, { usage: { input, output } })) ?? 0;
}

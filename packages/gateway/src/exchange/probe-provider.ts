import { type Json, jsonIn } from "@toolglot/core";
import { bindingFor } from "../bindings/index.ts";
import type { Provider } from "../config/config.ts";
import { SIMULATED } from "../config/providers.ts";
import { GatewayError } from "../errors.ts";
import type { Send } from "../transport.ts";
import { fetchText, type TextReply } from "./fetch-text.ts";
import { upstreamQuery } from "./upstream-request.ts";

/** Whether a provider can be used: it is there, it does not take the key, or it is not to be had at all. */
export interface Probe {
  readonly state: "ok" | "refused" | "unreachable";
  /** What it answered with. */
  readonly status?: number;
  /** How many models it lists. */
  readonly models?: number;
  /** Why it is not to be had. */
  readonly message?: string;
}

/** Asks a provider for its models, which costs nothing. `timeout` is in milliseconds. */
export async function probeProvider(provider: Provider, send: Send, timeout: number): Promise<Probe> {
  if (provider.baseUrl === SIMULATED) return { state: "ok" };
  const { headers, timeouts, dialect } = provider;
  const { modelsPath: models, readModels } = bindingFor(dialect).provider;
  try {
    const reply = await fetchText(send, upstreamQuery({ provider, headers, timeouts }, models), timeout);
    return judged(reply, readModels);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { state: "unreachable", message: error.message };
  }
}

/** Google says 400 of a key that it does not know. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);

function judged({ status, text }: TextReply, readModels: (body: Json) => string[]): Probe {
  if (REFUSALS.has(status)) return { state: "refused", status };
  // A server that lists no models may have some all the same.
  if (status === 404 || status === 405) return { state: "ok", status };
  if (status >= 300) return { state: "unreachable", status, message: `it answers with ${status}` };
  const body = jsonIn(text);
  if (body === undefined) return { state: "unreachable", status, message: "its answer is not JSON" };
  return { state: "ok", status, models: readModels(body).length };
}

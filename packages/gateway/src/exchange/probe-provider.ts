import { type Json, jsonIn } from "@toolglot/core";
import { bindingFor } from "../bindings/index.ts";
import type { Provider } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import { SIMULATED } from "../providers/simulated.ts";
import type { Send } from "../transport.ts";
import { fetchText, type TextResponse } from "./fetch-text.ts";
import { upstreamQuery } from "./upstream-request.ts";

/** Whether a provider can be used: it responds, it refuses the key, or it cannot be reached. */
export interface Probe {
  readonly state: "ok" | "refused" | "unreachable";
  readonly status?: number;
  /** How many models it lists. */
  readonly models?: number;
  /** Why it cannot be reached. */
  readonly message?: string;
}

/**
 * Requests a provider's list of models, which is free of charge. `timeout` is in milliseconds.
 *
 * @example
 * const { send, close } = nodeSend();
 * const { providers } = await environmentConfig({});
 * await Promise.all([...providers.values()].map((provider) => probeProvider(provider, send, 5_000))); // [{ state: "ok" }]
 * await close();
 */
export async function probeProvider(provider: Provider, send: Send, timeout: number): Promise<Probe> {
  if (provider.baseUrl === SIMULATED) return { state: "ok" };
  const { headers, timeouts, dialect } = provider;
  const { modelsPath, readModels } = bindingFor(dialect).provider;
  try {
    const request = upstreamQuery({ provider, headers, timeouts }, modelsPath);
    return probeResult(await fetchText(send, request, { timeout }), readModels);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { state: "unreachable", message: error.message };
  }
}

/** Google responds with 400 to an unknown key. */
const KEY_REFUSED: ReadonlySet<number> = new Set([400, 401, 403]);

function probeResult({ status, text }: TextResponse, readModels: (body: Json) => string[]): Probe {
  if (KEY_REFUSED.has(status)) return { state: "refused", status };
  // A server without a list of models may still serve some.
  if (status === 404 || status === 405) return { state: "ok", status };
  if (status >= 300) return { state: "unreachable", status, message: `it responds with ${status}` };
  const body = jsonIn(text);
  if (body === undefined) return { state: "unreachable", status, message: "its response is not JSON" };
  return { state: "ok", status, models: readModels(body).length };
}

import type { Json } from "@toolglot/core";
import { jsonIn } from "@toolglot/core/base";
import { systemClock } from "../clock.ts";
import type { Provider } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import { CredentialError, type LocalSystem } from "../providers/credentials/credentials.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import { SIMULATED } from "../providers/simulated.ts";
import type { Send } from "../transport.ts";
import { fetchText, type TextResponse } from "./fetch-text.ts";
import { ProviderSenders } from "./provider-senders.ts";
import { upstreamQuery } from "./upstream-request.ts";

/** Whether a provider can be used: it responds, it refuses the key, it cannot be reached, or its credentials cannot be obtained. */
export interface Probe {
  readonly state: "ok" | "refused" | "unreachable" | "no-credentials";
  readonly status?: number;
  /** How many models it lists. */
  readonly models?: number;
  readonly modelNames?: readonly string[];
  /** Why it cannot be reached, or why there are no credentials for it. */
  readonly message?: string;
  /** What to do about it, where that is known. */
  readonly fix?: string;
}

/**
 * Requests a provider's list of models, which is free of charge. `timeout` is in milliseconds; `system` is where credentials
 * may be, besides the config.
 *
 * @example
 * const { send, close } = nodeSend();
 * const { providers } = await environmentConfig({});
 * await Promise.all([...providers.values()].map((provider) => probeProvider(provider, send, 5_000))); // [{ state: "ok" }]
 * await close();
 */
export async function probeProvider(
  provider: Provider,
  send: Send,
  timeout: number,
  system?: LocalSystem,
): Promise<Probe> {
  return provider.baseUrl === SIMULATED
    ? { state: "ok" }
    : probeThrough(senderFor(provider, send, system), provider, timeout);
}

/** The same with what sends requests to the provider, with its credentials. */
export async function probeThrough(sender: Send, provider: Provider, timeout: number): Promise<Probe> {
  const { headers, timeouts } = provider;
  const { modelsPath, modelsBaseUrl, readModels } = providerBinding(provider);
  const baseUrl = modelsBaseUrl?.(provider.baseUrl) ?? provider.baseUrl;
  try {
    const request = upstreamQuery({ provider: { ...provider, baseUrl }, headers, timeouts }, modelsPath);
    return probeResult(await fetchText(sender, request, { timeout }), readModels);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return failedProbe(error);
  }
}

function failedProbe({ failure, message, cause }: GatewayError): Probe {
  if (failure.code !== "upstream_credentials") return { state: "unreachable", message };
  if (!(cause instanceof CredentialError)) return { state: "no-credentials", message };
  const { reason, fix } = cause;
  return { state: "no-credentials", message: reason, ...(fix === undefined ? {} : { fix }) };
}

// Each probe obtains the credentials anew, so that it shows whether they can be obtained.
function senderFor(provider: Provider, send: Send, system: LocalSystem | undefined): Send {
  const ignore = () => {};
  const onBug = (error: unknown) => {
    throw error;
  };
  const senders = new ProviderSenders({ send, clock: systemClock, system, onSecret: ignore, onTrouble: ignore, onBug });
  return senders.senderFor(provider);
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
  const modelNames = readModels(body);
  return { state: "ok", status, models: modelNames.length, modelNames };
}

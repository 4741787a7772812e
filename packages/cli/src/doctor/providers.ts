import { type Config, isSimulated, type Probe, type Provider, probeProvider, type Send } from "@toolglot/gateway";
import { plural } from "../output/messages.ts";
import type { Check } from "./check.ts";
import { type Finding, failed, ok } from "./finding.ts";

const PROBE_TIMEOUT = 10_000;

/** Checks that each provider is reachable and accepts its key. Keys are never printed. */
export function providerChecks({ providers }: Config, send: Send): Check[] {
  return [...providers.values()].map((provider) => ({
    what: `provider ${provider.name}${placeOf(provider)}`,
    run: async () => [finding(provider, await probeProvider(provider, send, PROBE_TIMEOUT))],
  }));
}

function placeOf(provider: Provider): string {
  return isSimulated(provider) ? "" : ` at ${new URL(provider.baseUrl).host}`;
}

function finding(provider: Provider, { state, status, models, message = "" }: Probe): Finding {
  const what = `provider ${provider.name}`;
  const { dialect, baseUrl } = provider;
  if (isSimulated(provider)) return ok(what, "the built-in simulator, not a model");
  const at = `${dialect} at ${new URL(baseUrl).host}, ${keyOf(provider)}`;
  if (state === "ok")
    return ok(what, models === undefined ? `${at}: reachable` : `${at}: lists ${plural(models, "model")}`);
  if (state === "refused") return failed(what, `${at}: rejected the key (${status})`, refusedFix(provider));
  return failed(what, `${at}: ${message}`, "check its baseUrl and the network");
}

function keyOf({ apiKey }: Provider): string {
  return apiKey === undefined ? "no key" : "key present";
}

function refusedFix({ apiKey }: Provider): string {
  return apiKey === undefined ? "set its key (apiKey in the config)" : "check its key: it may be wrong or expired";
}

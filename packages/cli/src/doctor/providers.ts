import type { Config, Probe, Provider, Send } from "@toolglot/gateway";
import { isSimulated, nodeSystem, probeProvider } from "@toolglot/gateway/serve";
import { plural } from "../output/messages.ts";
import type { Check } from "./check.ts";
import { type Finding, failed, ok } from "./finding.ts";

const PROBE_TIMEOUT = 10_000;

/** Checks that each provider is reachable and accepts its key. Keys are never printed. */
export function providerChecks({ providers }: Config, send: Send): Check[] {
  return [...providers.values()].flatMap(eachKey).map((provider) => ({
    what: `provider ${provider.name}${placeOf(provider)}`,
    run: async () => [finding(provider, await probeProvider(provider, send, PROBE_TIMEOUT, nodeSystem))],
  }));
}

// Of several keys, each is checked.
function eachKey(provider: Provider): Provider[] {
  const { apiKeys, ...single } = provider;
  if (apiKeys === undefined) return [provider];
  return apiKeys.map(({ name, key }) => ({ ...single, name: `${provider.name}, key ${name}`, apiKey: key }));
}

function placeOf(provider: Provider): string {
  return isSimulated(provider) ? "" : ` at ${new URL(provider.baseUrl).host}`;
}

function finding(provider: Provider, { state, status, models, message = "", fix }: Probe): Finding {
  const what = `provider ${provider.name}`;
  const { dialect, baseUrl, platform, auth } = provider;
  if (isSimulated(provider)) return ok(what, "the built-in simulator, not a model");
  const at = `${dialect}${platform === undefined ? "" : ` on ${platform.name}`} at ${new URL(baseUrl).host}, ${keyOf(provider)}`;
  if (state === "ok")
    return ok(what, models === undefined ? `${at}: reachable` : `${at}: lists ${plural(models, "model")}`);
  if (state === "refused")
    return failed(
      what,
      `${at}: rejected the ${auth === undefined ? "key" : "credentials"} (${status})`,
      refusedFix(provider),
    );
  if (state === "no-credentials") return failed(what, `${at}: ${message}`, fix ?? "check its auth in the config");
  return failed(what, `${at}: ${message}`, "check its baseUrl and the network");
}

function keyOf({ apiKey, auth }: Provider): string {
  if (auth !== undefined) return `auth ${auth.type}`;
  return apiKey === undefined ? "no key" : "key present";
}

function refusedFix({ apiKey, auth }: Provider): string {
  if (auth !== undefined) return "check its auth in the config, and what that identity may do";
  return apiKey === undefined ? "set its key (apiKey in the config)" : "check its key: it may be wrong or expired";
}

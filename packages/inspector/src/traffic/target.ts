import type { ExchangeSummary } from "@toolglot/gateway";

/** Where an exchange went: the provider, and its model where that is another than the client asked for. */
export function targetOf({ provider, providerModel, model }: ExchangeSummary): string | undefined {
  if (provider === undefined) return undefined;
  return providerModel === undefined || providerModel === model ? provider : `${provider}/${providerModel}`;
}

/** The destination as a request can name it: `PROVIDER/MODEL`. */
export function targetName({ provider, providerModel, model }: ExchangeSummary): string | undefined {
  return provider === undefined ? undefined : `${provider}/${providerModel ?? model}`;
}

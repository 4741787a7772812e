import type { ExchangeSummary } from "@toolglot/gateway";

/** The model that the client asked for. A request that cannot be read names none. */
export function modelText({ model }: ExchangeSummary): string {
  return model === "" ? "no model" : model;
}

/**
 * Where an exchange went: the provider, and its model where that is another than the client asked for; `undefined` where the client has named
 * just that.
 */
export function targetOf({ provider, providerModel, model }: ExchangeSummary): string | undefined {
  if (provider === undefined || model === `${provider}/${providerModel}`) return undefined;
  return providerModel === undefined || providerModel === model ? provider : `${provider}/${providerModel}`;
}

/** The destination as a request can name it: `PROVIDER/MODEL`. */
export function targetName({ provider, providerModel, model }: ExchangeSummary): string | undefined {
  return provider === undefined ? undefined : `${provider}/${providerModel ?? model}`;
}

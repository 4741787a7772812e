/** An address, and the version in its query. */
export interface VersionedAddress {
  readonly base: string;
  readonly version?: string;
}

/**
 * Splits an address as Azure's portal shows it, with the version of the API in its query. Another query is left where it is.
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference
 */
export function splitVersion(address: string): VersionedAddress {
  const [, base, version] = /^([^?#]*)\?api-version=([^&#]*)$/.exec(address) ?? [];
  return base === undefined || version === undefined ? { base: address } : { base, version };
}

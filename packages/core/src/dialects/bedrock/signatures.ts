/** Only Claude signs its reasoning here. */
export const SIGNATURE_VENDOR = "anthropic";

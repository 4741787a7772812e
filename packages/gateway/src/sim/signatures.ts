import { hash } from "./hash.ts";

/** An opaque signature of reasoning, as vendors send it. */
export function signatureFor(dialect: string, text: string): string {
  return btoa(`sim:${dialect}:${hash(`${dialect} ${text}`)}`);
}

/** Whether the signature is the simulated provider's, and of that text. */
export function isSignatureOf(dialect: string, signature: string, text: string): boolean {
  return signature === signatureFor(dialect, text);
}

/** Whether the signature is the simulated provider's, for vendors that do not get the text back. */
export function isSignature(dialect: string, signature: string): boolean {
  try {
    return new RegExp(`^sim:${dialect}:[0-9a-f]{32}$`).test(atob(signature));
  } catch {
    // Not Base64.
    return false;
  }
}

import { signal } from "@preact/signals";

const STORED = "toolglot-key";

/** The gateway's key of the reader, kept until the tab is closed. */
export const gatewayKey = signal(stored());

/** Whether the gateway has refused a request for want of a valid key. */
export const isKeyWanted = signal(false);

/** Keeps a key for the following requests; an empty one is forgotten. */
export function keepKey(key: string): void {
  gatewayKey.value = key;
  isKeyWanted.value = false;
  if (key === "") sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, key);
}

/** A page of a file may have no storage, and needs no key. */
function stored(): string {
  try {
    return sessionStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

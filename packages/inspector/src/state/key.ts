import { signal } from "@preact/signals";

const STORED = "toolglot-key";

/** The gateway's key of the reader, kept until the tab is closed. */
export const gatewayKey = signal(keyInAddress() ?? stored());

/** Whether the gateway has refused a request for want of a valid key. */
export const isKeyWanted = signal(false);

/** Keeps a key for the following requests; an empty one is forgotten. */
export function keepKey(key: string): void {
  gatewayKey.value = key;
  isKeyWanted.value = false;
  if (key === "") sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, key);
}

/** `toolglot run --inspect` prints an address with a key. It is kept, and removed from the address before anybody sees or copies it. */
function keyInAddress(): string | undefined {
  const [, key] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
  if (key === undefined) return undefined;
  history.replaceState(null, "", "#/");
  sessionStorage.setItem(STORED, key);
  return key;
}

/** A page of a file may have no storage, and needs no key. */
function stored(): string {
  try {
    return sessionStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

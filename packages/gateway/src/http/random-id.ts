/** Random bytes are requested for many ids at once, since the call costs more than the bytes. */
const IDS = 256;
const BYTES = 16;

let pool = new Uint8Array(0);
let used = 0;

/** An id of 128 random bits, as 32 hexadecimal digits. */
export function randomId(): string {
  if (used >= pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(IDS * BYTES));
    used = 0;
  }
  let id = "";
  // Four at once: V8 makes each sum of long texts a tree, which it has to flatten later.
  for (const end = used + BYTES; used < end; used += 4)
    id += digitsAt(used) + digitsAt(used + 1) + digitsAt(used + 2) + digitsAt(used + 3);
  return id;
}

function digitsAt(place: number): string {
  return HEX[pool[place] ?? 0] ?? "";
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

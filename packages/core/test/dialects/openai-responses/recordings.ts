import { dialectOf, type Recording, readTraffic } from "../../../../../test/sdk/traffic.ts";
import { someOf } from "../../../../../test/support/extent.ts";

/** All recordings of a dialect, in the quick run every sixth. */
export function recorded(dialect: string): readonly Recording[] {
  return someOf(
    readTraffic().filter((recording) => dialectOf(recording) === dialect),
    6,
  );
}

import v8 from "node:v8";
import { optimizeEarly } from "./early-optimization.ts";
import { createObjectsYoung } from "./young-objects.ts";

/** The major version of V8 with Maglev (https://v8.dev/blog/maglev), which optimizes functions early by itself. */
const WITH_MAGLEV = 12;

/**
 * Sets the flags of V8 that suit a gateway. They hold for the whole process, so they are up to programs, not to the gateway as a library.
 * V8 takes compiled code from its cache only with the flags that it was compiled with: they are set after all is loaded.
 */
export function tuneV8(
  versions: Readonly<Record<string, string | undefined>> = process.versions,
  setFlags: (flags: string) => void = v8.setFlagsFromString,
): void {
  if (versions.bun !== undefined || versions.deno !== undefined) return;
  createObjectsYoung(setFlags);
  if (Number.parseInt(versions.v8 ?? "", 10) < WITH_MAGLEV) optimizeEarly(setFlags);
}

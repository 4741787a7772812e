import { setFlagsFromString } from "node:v8";

/**
 * Tells V8 to create all objects in its young generation. It would create those in the old one whose like have survived a few
 * collections, such as the first streams of a gateway. There they refer to the text of their stream until a major collection, so
 * that every other object of the stream survives as well: streams would take a quarter more time. It holds for the whole process, so
 * it is up to programs, not to the gateway as a library.
 */
export function createObjectsYoung(
  versions: Readonly<Record<string, string | undefined>> = process.versions,
  setFlags: (flags: string) => void = setFlagsFromString,
): void {
  if (versions.bun === undefined && versions.deno === undefined) setFlags("--no-allocation-site-pretenuring");
}

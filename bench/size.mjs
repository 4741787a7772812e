// What a program adds to its bundle, minified and gzipped: `node bench/size.mjs` after `npm run build`.
import { pathToFileURL } from "node:url";
import { BRIDGE, CALLS, EVERYTHING, LIMITS, sizeOf, WHOLE } from "../scripts/programs.mjs";

/** Programs, and the most KB that each may add: the build fails beyond it (`test/package.mjs`). */
export const PROGRAMS = [
  { name: "parseToolCalls and formatToolResult, two dialects for calls", code: CALLS, limit: LIMITS.calls },
  { name: "createBridge, two dialects", code: BRIDGE, limit: LIMITS.bridge },
  { name: "all functions and features, two dialects", code: WHOLE, limit: LIMITS.whole },
  { name: "everything", code: EVERYTHING, limit: LIMITS.everything },
];

/** The size of each program in KB. */
export async function measureSizes() {
  const sizes = [];
  for (const { name, code, limit } of PROGRAMS) sizes.push({ name, limit, size: await sizeOf(code) });
  return sizes;
}

/** Which programs are larger than they may be. */
export function sizeProblems(sizes) {
  return sizes
    .filter(({ size, limit }) => size > limit)
    .map(({ name, size, limit }) => `${name}: ${size.toFixed(1)} KB gzipped, more than ${limit}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const sizes = await measureSizes();
  const whole = sizes.at(-1)?.size ?? 1;
  for (const { name, size } of sizes)
    console.log(`${size.toFixed(1).padStart(6)} KB  ${(size / whole).toFixed(2)} of everything  ${name}`);
  const problems = sizeProblems(sizes);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

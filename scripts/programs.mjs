// Small programs, by which the size of a bundle is judged.
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { namesOf } from "./load-order.mjs";

const MINI = "@toolglot/core/mini";

export const CALLS = `export { formatToolResult, parseToolCalls } from "${MINI}"; export { anthropic, openaiChat } from "@toolglot/core/dialects/calls";`;

export const BRIDGE = `export { createBridge } from "${MINI}"; export { anthropic, openaiChat } from "@toolglot/core/dialects";`;

/** All that `@toolglot/core/mini` can do, with all features. */
export const WHOLE = `export * from "${MINI}"; export * from "@toolglot/core/features"; export { anthropic, openaiChat } from "@toolglot/core/dialects";`;

export const EVERYTHING = `export * from "@toolglot/core";`;

/** The most KB that each of them may have. */
export const LIMITS = { calls: 25, bridge: 80, whole: 125, everything: 229 };

/** The size of a program in KB, minified and gzipped. */
export async function sizeOf(code) {
  return gzipSync(await bundle(code), { level: 9 }).length / 1000;
}

/** The code of a program in one file, as a bundler makes it. */
export async function bundle(code, { minify = true } = {}) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const entry = `${root}program.mjs`;
  const program = {
    name: "program",
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? code : undefined),
  };
  const built = await rolldown({ input: entry, cwd: root, platform: "browser", tsconfig: false, plugins: [program] });
  const { output } = await built.generate({ minify });
  return output.map((chunk) => chunk.code ?? "").join("");
}

/** The names of the statements that a program takes. */
export async function namesTakenBy(code) {
  return new Set(parseAst(await bundle(code, { minify: false })).body.flatMap(namesOf));
}

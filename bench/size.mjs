// What a program adds to its bundle, minified and gzipped: `node bench/size.mjs` after `npm run build`.
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const MINI = "@toolglot/core/mini";

/** Programs, and the most KB that each may add: the build fails beyond it (`test/package.mjs`). */
export const PROGRAMS = [
  {
    name: "parseToolCalls and formatToolResult, two dialects for calls",
    code: `export { formatToolResult, parseToolCalls } from "${MINI}"; export { anthropic, openaiChat } from "@toolglot/core/dialects/calls";`,
    limit: 24.7,
  },
  {
    name: "createBridge, two dialects",
    code: `export { createBridge } from "${MINI}"; export { anthropic, openaiChat } from "@toolglot/core/dialects";`,
    limit: 81.5,
  },
  { name: "everything", code: `export * from "@toolglot/core";`, limit: 230 },
];

/** The size of each program in KB. */
export async function measureSizes() {
  const sizes = [];
  for (const { name, code, limit } of PROGRAMS) sizes.push({ name, limit, size: await sizeOf(code) });
  return sizes;
}

async function sizeOf(code) {
  return gzipSync(await bundle(code), { level: 9 }).length / 1000;
}

/** The code of a program in one file, as a bundler makes it. */
export async function bundle(code) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const entry = `${root}program.mjs`;
  const program = {
    name: "program",
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? code : undefined),
  };
  const built = await rolldown({ input: entry, cwd: root, platform: "browser", tsconfig: false, plugins: [program] });
  const { output } = await built.generate({ minify: true });
  return output.map((chunk) => chunk.code ?? "").join("");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const sizes = await measureSizes();
  const whole = sizes.at(-1)?.size ?? 1;
  for (const { name, size } of sizes)
    console.log(`${size.toFixed(1).padStart(6)} KB  ${(size / whole).toFixed(2)} of everything  ${name}`);
}

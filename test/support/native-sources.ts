import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";
import type { Plugin } from "vitest/config";

const PACKAGES = fileURLToPath(new URL("../../packages/", import.meta.url));
const COMPILER = fileURLToPath(import.meta.url);

/**
 * Compiles the packages' sources, each file by itself, and lets Node load them. Vite would send every module to every worker and turn each
 * import into a getter, which takes a third more time. They are next to `src`, where relative URLs lead to the same files.
 */
export function nativeSources(aliases: Readonly<Record<string, string>>): Plugin {
  let compiled: ReadonlyMap<string, string> = new Map();
  return {
    name: "native-sources",
    enforce: "pre",
    config: () => ({ test: { server: { deps: { external: [/\/packages\/\w+\/\.vitest\//] } } } }),
    configResolved({ test }) {
      // While it watches, Vite has to know what a test imports.
      if (test?.watch !== true) compiled = compileSources(aliases);
    },
    resolveId(source, importer) {
      const id = compiled.get(pathOf(source, importer));
      return id === undefined ? undefined : { id, external: true };
    },
  };
}

function pathOf(specifier: string, importer: string | undefined): string {
  if (specifier.startsWith("file:")) return fileURLToPath(specifier);
  return specifier.startsWith(".") && importer !== undefined ? resolve(dirname(importer), specifier) : specifier;
}

/** The compiled file of each source. */
function compileSources(aliases: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const packages = readdirSync(PACKAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sources = packages.flatMap(({ name }) => sourcesIn(`${PACKAGES}${name}/src/`));
  const compiled = new Map(sources.map((source) => [source, compiledFile(source)]));
  const entries = new Map(Object.entries(aliases).map(([specifier, source]) => [specifier, compiledFile(source)]));
  for (const [source, target] of compiled) if (isOlder(target, source)) compile(source, target, entries);
  return compiled;
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts")).map((file) => folder + file);
}

function compiledFile(source: string): string {
  const [name = "", , ...path] = source.slice(PACKAGES.length).split("/");
  return `${PACKAGES}${name}/.vitest/${path.join("/").replace(/\.ts$/, ".js")}`;
}

function isOlder(target: string, source: string): boolean {
  const written = statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return written < statSync(source).mtimeMs || written < COMPILED_BY;
}

const COMPILED_BY = statSync(COMPILER).mtimeMs;

function compile(source: string, target: string, entries: ReadonlyMap<string, string>): void {
  const { code, map, errors } = transformSync(source, readFileSync(source, "utf8"), {
    sourcemap: true,
    typescript: { rewriteImportExtensions: "rewrite" },
  });
  if (errors.length > 0) throw new Error(`${source} does not compile: ${errors.map(({ message }) => message).join()}`);
  const linked = code.replace(/(\bfrom |\bimport |\bimport\()"(@toolglot\/[^"]+)"/g, (whole, keyword, specifier) => {
    const entry = entries.get(specifier);
    return entry === undefined ? whole : `${keyword}"./${relative(dirname(target), entry)}"`;
  });
  const inlineMap = Buffer.from(JSON.stringify(map)).toString("base64");
  mkdirSync(dirname(target), { recursive: true });
  // Another run may read it at the same time.
  const written = `${target}.${process.pid}`;
  writeFileSync(written, `${linked}\n//# sourceMappingURL=data:application/json;base64,${inlineMap}\n`);
  renameSync(written, target);
}

// Some peers do not export their converter, and calling their client would time a request as well. So a copy of the module
// with one more `export` is written next to the original, where its imports still resolve.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What a module of an installed package defines without exporting it. */
export async function internalsOf(file, names) {
  const original = new URL(`./node_modules/${file}`, import.meta.url);
  const copy = new URL(original.href.replace(/\.mjs$/, ".bench.mjs"));
  const text = readFileSync(fileURLToPath(original), "utf8");
  writeFileSync(
    fileURLToPath(copy),
    `${text}\nexport { ${names.map((name) => `${name} as bench_${name}`).join(", ")} };\n`,
  );
  const module = await import(copy.href);
  return Object.fromEntries(names.map((name) => [name, module[`bench_${name}`]]));
}

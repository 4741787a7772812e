// Makes a few files of each package's many: to find and link hundreds takes Node most of a program's start.
import { readFileSync, rmSync } from "node:fs";
import { rolldown } from "rolldown";

for (const name of ["core", "toolbox", "gateway", "cli"]) await bundle(new URL(`${name}/`, import.meta.url).pathname);

async function bundle(folder) {
  const dist = `${folder}dist/`;
  const entries = entriesOf(JSON.parse(readFileSync(`${folder}package.json`, "utf8")));
  const input = Object.fromEntries(entries.map((entry) => [/dist\/(.*)\.js$/.exec(entry)[1], folder + entry]));
  const built = await rolldown({ input, external: /^[^./]/, platform: "node", tsconfig: false });
  await built.write({ dir: dist, chunkFileNames: "shared/[name].js" });
  // The compiler writes only what has changed since it last did, and knows nothing of this: it has to begin anew.
  rmSync(`${dist}.tsbuildinfo`, { force: true });
}

/** The modules that others import. */
function entriesOf({ exports }) {
  const files = Object.values(exports).map((entry) => entry.default);
  return files.filter((file) => file?.endsWith(".js"));
}

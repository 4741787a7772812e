// Makes a few files of each package's many: to find and link hundreds takes Node most of a program's start.
// Bundlers take a file of their own (the condition `module`), from which they can leave out whatever a program does not use.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { arrange } from "../scripts/arrange.mjs";
import { withArrows } from "../scripts/arrows.mjs";
import { withoutRedundantFields } from "../scripts/class-fields.mjs";
import { withInlined } from "../scripts/inline.mjs";
import { internalNames, withShortProperties } from "../scripts/internal-names.mjs";
import { withPlainNamespaces } from "../scripts/namespaces.mjs";
import { privateNames, withShortNames } from "../scripts/private-names.mjs";
import { BRIDGE, CALLS, EVERYTHING, LIMITS, namesTakenBy, sizeOf } from "../scripts/programs.mjs";
import { markPure } from "../scripts/pure.mjs";
import { wordsOutside } from "../scripts/words.mjs";

const SHARED = "shared";

const withModules = !process.argv.includes("--without-modules");

/** The comments that say which file the next statements come from. */
const FILE_NAMES = /^\/\/ packages\/.*\.js$/gm;

/** Rolldown declares classes alone as variables. When all else is one too, it compresses better, and no use has to ask whether it is there yet. */
const CONSTANTS = /^const (?=[\w$]+ = )/gm;

const PACKAGES = ["core", "toolbox", "gateway", "cli"];

const forBundlers = (folder, entries) => ({
  name: "for-bundlers",
  renderChunk(code, { name }) {
    if (name !== SHARED) return undefined;
    const sources = sourcesIn(`${folder}src/`, entries);
    const others = [...PACKAGES, "inspector"].filter((other) => !folder.endsWith(`/${other}/`));
    const short = withShortNames(code.replace(FILE_NAMES, ""), privateNames(sources.map(({ text }) => text)));
    const shorter = withShortProperties(short, internalNames(sources, wordsOutside(others)));
    const plain = withPlainNamespaces(withoutRedundantFields(shorter));
    return markPure(withInlined(withArrows(plain))).replace(CONSTANTS, "var ");
  },
});

/**
 * Escapes what is not ASCII: V8 keeps the sources of a program in memory, and one character beyond Latin-1 doubles the size of a file there.
 */
const inAscii = {
  name: "in-ascii",
  generateBundle: (_, chunks) => {
    for (const chunk of Object.values(chunks)) chunk.code = chunk.code.replace(/[^\t\n -~]/g, escaped);
  },
};

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The modules of a package: public are those that an entry point is or exports from. */
function sourcesIn(folder, entries) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const files = entries.map(({ types }) => folder + /dist\/(.*)\.d\.ts$/.exec(types)[1]).map((name) => `${name}.ts`);
  const shown = new Set([...files, ...files.flatMap(exportedFrom)]);
  return names.map((name) => ({
    text: readFileSync(folder + name, "utf8"),
    isPublic: shown.has(folder + name),
    isWire: name.startsWith("dialects/"),
  }));
}

function exportedFrom(file) {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^(?:export|\}).* from "(.*)";$/gm)].map(([, path]) => join(file, "..", path));
}

for (const name of PACKAGES) await bundle(new URL(`${name}/`, import.meta.url).pathname);

async function bundle(folder) {
  const dist = `${folder}dist/`;
  const { exports } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  rmSync(`${dist}modules`, { recursive: true, force: true });
  if (withModules) await writeModules(folder, Object.values(exports));
  const built = await build(folder, Object.values(exports), [inAscii]);
  // The documentation of what is exported is in the type declarations.
  await built.write({ dir: dist, chunkFileNames: "shared/[name].js", comments: { jsdoc: false } });
  // The compiler writes only what has changed since it last did, and knows nothing of this: it has to begin anew.
  rmSync(`${dist}.tsbuildinfo`, { force: true });
}

async function writeModules(folder, exports) {
  const entries = exports.filter((entry) => entry.module !== undefined);
  if (entries.length === 0) return;
  const dir = `${folder}dist/modules/`;
  const built = await build(folder, entries, [forBundlers(folder, entries)]);
  const oneChunk = { groups: [{ name: SHARED, test: /./ }] };
  await built.write({ dir, chunkFileNames: "[name].js", minifyInternalExports: false, codeSplitting: oneChunk });
  const file = `${dir}${SHARED}.js`;
  const taken = await Promise.all([BRIDGE, CALLS].map(namesTakenBy));
  const sizes = new Map();
  for (const code of arrange(readFileSync(file, "utf8"), taken)) {
    writeFileSync(file, code);
    sizes.set(code, await shareOfLimits());
  }
  const [[smallest]] = [...sizes].toSorted(([, one], [, other]) => one - other);
  writeFileSync(file, smallest);
}

/** How near a program is to its limit: that of the two with the least room, unless the whole is too large. */
async function shareOfLimits() {
  const [bridge, calls, everything] = [
    (await sizeOf(BRIDGE)) / LIMITS.bridge,
    (await sizeOf(CALLS)) / LIMITS.calls,
    (await sizeOf(EVERYTHING)) / LIMITS.everything,
  ];
  return Math.max(bridge, calls, everything > 1 ? everything : 0);
}

/** Reads the modules that others import. */
function build(folder, entries, plugins = []) {
  const files = entries.map((entry) => entry.default).filter((file) => file?.endsWith(".js"));
  const input = Object.fromEntries(files.map((file) => [/dist\/(.*)\.js$/.exec(file)[1], folder + file]));
  return rolldown({ input, external: /^[^./]/, platform: "node", tsconfig: false, plugins });
}

// Writes the tables and plots of docs/performance.md from what the benchmarks print with --json:
// node bench/write-docs.mjs --gateway FILE --start FILE --library FILE --coverage FILE; a part without a file stays as it is. The pairs of the gateway and
// the parts of the library may have been measured one by one: `--gateway FILE --gateway FILE`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { coveragePart } from "./docs/coverage.mjs";
import { gatewayPart, gatewayPlots } from "./docs/gateway.mjs";
import { libraryPart } from "./docs/library.mjs";
import { startPart } from "./docs/start.mjs";

const PAGE = fileURLToPath(new URL("../docs/performance.md", import.meta.url));
const IMAGES = new URL("../docs/images/", import.meta.url);
const PARTS = { gateway: gatewayPart, start: startPart, library: libraryPart, coverage: coveragePart };
const PLOTS = { gateway: gatewayPlots };

const options = Object.fromEntries(Object.keys(PARTS).map((name) => [name, { type: "string", multiple: true }]));
const { values: files } = parseArgs({ options });
const results = Object.entries(files).map(([name, paths]) => [name, joined(paths.map(read))]);
const written = results.reduce(
  (page, [name, measured]) => withPart(page, name, PARTS[name](measured)),
  readFileSync(PAGE, "utf8"),
);
writeFileSync(PAGE, written);
for (const [name, measured] of results)
  for (const [file, svg] of PLOTS[name]?.(measured) ?? []) writeFileSync(new URL(`${file}.svg`, IMAGES), svg);

function read(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The lists of several runs, one after the other; what else they say is the last one's that says it. */
function joined(runs) {
  const entries = Object.entries(Object.assign({}, ...runs)).map(([name, value]) => [
    name,
    Array.isArray(value) ? runs.flatMap((run) => run[name] ?? []) : value,
  ]);
  return Object.fromEntries(entries);
}

function withPart(page, name, text) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no place for ${name}: ${start} … ${end}`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}

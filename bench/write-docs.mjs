// Writes the tables of docs/performance.md from what the benchmarks print with --json:
// node bench/write-docs.mjs --gateway FILE --library FILE --coverage FILE; a part without a file stays as it is.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { coveragePart } from "./docs/coverage.mjs";
import { gatewayPart } from "./docs/gateway.mjs";
import { libraryPart } from "./docs/library.mjs";

const PAGE = fileURLToPath(new URL("../docs/performance.md", import.meta.url));
const PARTS = { gateway: gatewayPart, library: libraryPart, coverage: coveragePart };

const options = Object.fromEntries(Object.keys(PARTS).map((name) => [name, { type: "string" }]));
const { values: files } = parseArgs({ options });
const written = Object.entries(files).reduce(
  (page, [name, file]) => {
    return withPart(page, name, PARTS[name](JSON.parse(readFileSync(file, "utf8"))));
  },
  readFileSync(PAGE, "utf8"),
);
writeFileSync(PAGE, written);

function withPart(page, name, text) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no place for ${name}: ${start} … ${end}`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}

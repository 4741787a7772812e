// Collects the names by which others may use a package.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;
const CODE_IN_PAGE = /```[\s\S]*?```|`[^`\n]+`/g;

/** The words of the other packages' code, and of the code in pages. */
export function wordsOutside(packages) {
  const code = packages.flatMap((name) => textsIn(`packages/${name}/src`, /\.tsx?$/));
  const pages = textsIn("docs", /\.md$/).flatMap((page) => page.match(CODE_IN_PAGE) ?? []);
  const texts = [...code.map((text) => text.replace(COMMENT, "")), ...pages];
  return new Set(texts.flatMap((text) => text.match(/[\w$]+/g) ?? []));
}

/** The texts of a folder's files with such a name. */
function textsIn(folder, name) {
  const files = readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => name.test(file) && !file.includes("node_modules"))
    .map((file) => readFileSync(`${ROOT}${folder}/${file}`, "utf8"));
}

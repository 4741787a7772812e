// Copies the pages of docs/ into the packages that they are about. Links to other files of the repository lead to the web there.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { changeLinks, isRelative, markdownFiles, webAddress } from "../scripts/markdown.mjs";

const root = new URL("..", import.meta.url).pathname;
const PAGES = {
  core: /^(library|losses|models)\.md$/,
  toolbox: /^(toolbox|tools|ask)\.md$/,
  gateway: /^(gateway|config|losses|models)\.md$|^(providers|deploy)\//,
  inspector: /^(inspector|losses)\.md$/,
  cli: /./,
};

for (const [name, pattern] of Object.entries(PAGES)) copyPages(join(root, "packages", name), pattern);

function copyPages(folder, pattern) {
  const pages = markdownFiles(join(root, "docs")).filter((page) => pattern.test(page));
  const copied = new Set(pages.map((page) => join("docs", page)));
  rmSync(join(folder, "docs"), { recursive: true, force: true });
  for (const page of copied) {
    const text = changeLinks(readFileSync(join(root, page), "utf8"), (target) => {
      const [path] = target.split("#");
      const stays = !isRelative(target) || path === "" || copied.has(join(dirname(page), path));
      return stays ? target : webAddress(page, target);
    });
    mkdirSync(dirname(join(folder, page)), { recursive: true });
    writeFileSync(join(folder, page), text);
  }
}

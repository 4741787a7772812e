import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { markdownFiles } from "../scripts/markdown.mjs";

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

const docs = fileURLToPath(new URL("../docs/", import.meta.url));
const sidebar = JSON.parse(readFileSync(`${docs}.vitepress/sidebar.json`, "utf8")) as readonly SidebarItem[];
const links = linksOf(sidebar);

describe("the sidebar of the site", () => {
  it("lists every page of docs/, and no other", () => {
    const pages = markdownFiles(docs).map((file) => `/${file.replace(/(^|(?<=\/))index\.md$|\.md$/, "")}`);
    expect([...links].sort()).toEqual(pages.sort());
  });

  it("lists no page twice", () => expect(links).toEqual([...new Set(links)]));

  it("leads to the pages of the top bar", () => {
    const config = readFileSync(`${docs}.vitepress/config.mjs`, "utf8");
    const bar = [...config.matchAll(/link: "(\/[^"]*)"/g)].map(([, link = ""]) => link);
    expect(bar).not.toEqual([]);
    // The playground is a file of its own, which the build writes into the site.
    expect(bar.filter((link) => !links.includes(link))).toEqual(["/playground/"]);
  });
});

describe("the first pages", () => {
  it.each([
    ["README.md", "docs/"],
    ["docs/index.md", ""],
  ])("%s leads to every page", (file, folder) => {
    const text = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8");
    const pages = markdownFiles(docs).filter((page) => page !== "index.md" && !page.startsWith("decisions/"));
    expect(pages.filter((page) => !text.includes(`(${folder}${page})`))).toEqual([]);
  });
});

function linksOf(items: readonly SidebarItem[]): string[] {
  return items.flatMap(({ link, items: below = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(below)]);
}

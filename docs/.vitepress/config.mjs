// The site is docs/ as static pages, with a search that needs no server. Links to files outside of docs/ lead to the repository.
import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { defineConfig } from "vitepress";
import { anchorOf, isRelative, REPOSITORY, webAddress } from "../../scripts/markdown.mjs";

const sidebar = JSON.parse(readFileSync(new URL("./sidebar.json", import.meta.url), "utf8"));

export default defineConfig({
  title: "Toolglot",
  description: "Any client, any provider, every tool: use any provider's models from any LLM client.",
  cleanUrls: true,
  themeConfig: {
    sidebar,
    nav: [
      { text: "Install", link: "/install" },
      { text: "Config", link: "/config" },
      { text: "Library", link: "/library" },
      { text: "Why", link: "/why" },
      // A file of its own, which the site's router does not know.
      { text: "Playground", link: "/playground/", target: "_self" },
    ],
    search: { provider: "local" },
    outline: [2, 3],
    socialLinks: [{ icon: "github", link: REPOSITORY }],
  },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      markdown.core.ruler.push("links-to-the-repository", ({ tokens, env }) => {
        const page = join("docs", env.relativePath ?? "");
        for (const token of tokens.flatMap(({ children }) => children ?? []))
          if (token.type === "link_open") token.attrSet("href", addressFrom(page, token.attrGet("href") ?? ""));
      });
    },
  },
});

function addressFrom(page, target) {
  const leavesDocs = isRelative(target) && normalize(join(page, "..", target)).split("/")[0] !== "docs";
  return leavesDocs && !target.startsWith("#") ? webAddress(page, target) : target;
}

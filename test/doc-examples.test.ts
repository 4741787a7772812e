import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileAsUsers } from "./support/compile.ts";
import { ROOT, read } from "./support/source.ts";

/** A TypeScript block of a page, and what it prints if the next block says so. */
interface Example {
  readonly file: string;
  readonly page: string;
  readonly code: string;
  readonly output: string | undefined;
}

const pages = [
  "README.md",
  ...["docs", "packages/core", "packages/toolbox", "packages/gateway", "packages/inspector"].flatMap(markdownIn),
].filter((page) => !page.includes("/node_modules/") && !/^packages\/\w+\/(docs|dist)\//.test(page));

const examples = pages.flatMap((page) =>
  [...read(page).text.matchAll(/```ts\n([\s\S]*?)```(?:\n\n```\n([\s\S]*?)```)?/g)].map(
    ([, code = "", output], index): Example => ({
      file: `${page.replaceAll(/\W/g, "-")}-${index}`,
      page,
      code,
      output,
    }),
  ),
);

// Inside the repository, where the packages and the SDKs are found.
const folder = mkdtempSync(join(ROOT, "node_modules/.doc-examples-"));
let errors = "";

beforeAll(() => {
  for (const { file, code } of examples) writeFileSync(join(folder, `${file}.mts`), `${code}\nexport {};\n`);
  errors = compileAsUsers(
    folder,
    examples.map(({ file }) => `${file}.mts`),
  );
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the TypeScript of the documentation", () => {
  it("is there, in the pages of the library", () => {
    expect(examples.filter(({ page }) => page === "docs/library.md").length).toBeGreaterThan(4);
  });

  it("compiles as users compile it", () => expect(errors).toBe(""));

  const printing = examples.filter(({ output }) => output !== undefined);
  it.each(printing)("prints what $page says: $file", ({ file, output = "" }) => {
    const printed = execFileSync(process.execPath, [join(folder, "out", `${file}.mjs`)], { encoding: "utf8" });
    expect(printed.trimEnd().split("\n")).toEqual(output.trimEnd().split("\n"));
  });
});

function markdownIn(path: string): string[] {
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".md")).map((name) => join(path, name));
}

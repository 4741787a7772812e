import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  ...["docs", "packages/core", "packages/toolbox", "packages/gateway"].flatMap(markdownIn),
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
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
  errors = compile();
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: ["node"] },
    ...{ module: "NodeNext", target: "ES2023", lib: ["ES2023", "DOM", "DOM.AsyncIterable"], outDir: "out" },
  },
  include: ["*.mts"],
};

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

function compile(): string {
  try {
    return execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

function markdownIn(path: string): string[] {
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".md")).map((name) => join(path, name));
}

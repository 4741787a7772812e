import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXTENT } from "./support/extent.ts";
import { ROOT, read } from "./support/source.ts";

type Core = typeof import("./support/dynamic.ts");

/** A step of a recipe: a file to create or to edit, as a path from the root of the repository. */
interface Step {
  readonly action: string;
  readonly path: string;
}

const copy = mkdtempSync(join(tmpdir(), "toolglot-contributing-"));
const dialect = stepsOf("A dialect", { id: "toy" });
const keyword = stepsOf("A schema keyword", { keyword: "max-words" });
const touched = { dialect: [] as Step[], keyword: [] as Step[] };
let core: Core;

beforeAll(async () => {
  copyCore();
  touched.dialect = changesOf(addDialect);
  touched.keyword = changesOf(addKeyword);
  // The compiler takes longer than all else here; the quick run leaves out the types.
  if (EXTENT !== "quick") execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["-b", "packages/core"], { cwd: copy });
  core = await import(pathToFileURL(await bundled(join(copy, "packages/core"))).href);
}, 120_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("the recipe for a dialect", () => {
  it("names exactly the files that a new dialect creates and edits", () => {
    expect(touched.dialect).toEqual(sorted(dialect));
  });

  it("gives a dialect that converts in both directions", () => {
    const tools = [{ name: "now", description: "The time.", inputSchema: { type: "object", properties: {} } }];
    const { value, losses } = core.convertTools(tools, { from: "mcp", to: "toy" });
    expect(value).toEqual([{ name: "now", description: "The time.", args: { type: "object", properties: {} } }]);
    expect(losses).toEqual([]);
    expect(core.convertTools(value, { from: "toy", to: "mcp" }).value).toEqual(tools);
  });
});

describe("the recipe for a schema keyword", () => {
  it("names exactly the files that a new keyword creates and edits", () => {
    expect(touched.keyword).toEqual(sorted(keyword));
  });

  it("gives a keyword that is described where a target does not support it", () => {
    const inputSchema = { type: "object", properties: { text: { type: "string", maxWords: 3 } } };
    const { value, losses } = core.convertTools([{ name: "say", inputSchema }], { from: "mcp", to: "gemini" });
    expect(JSON.stringify(value)).toContain("at most so many words: 3");
    expect(losses).toMatchObject([{ path: "/0/inputSchema/properties/text/maxWords", action: "described" }]);
  });
});

describe("CONTRIBUTING.md", () => {
  it("names only files and folders that exist, but for those of the recipes", () => {
    const paths = [...read("CONTRIBUTING.md").text.matchAll(/`((?:packages|test|docs|scripts|cases)\/[^`<>…*]*)`/g)];
    expect(paths.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

/** The core of a folder, in one file. */
async function bundled(folder: string): Promise<string> {
  const built = await rolldown({ input: join(folder, "src/index.ts"), platform: "node", tsconfig: false });
  const file = join(folder, "core.mjs");
  await built.write({ file });
  return file;
}

/** The numbered steps of a section of CONTRIBUTING.md, with its placeholders filled in. */
function stepsOf(title: string, names: Readonly<Record<string, string>>): Step[] {
  const [, section = ""] = read("CONTRIBUTING.md").text.split(`\n## ${title}\n`);
  const [body = ""] = section.split("\n## ");
  return [...body.matchAll(/^\d+\. (create|edit) `([^`]+)`/gm)].map(([, action = "", path = ""]) => ({
    action,
    path: path.replace(/<(\w+)>/g, (placeholder, name: string) => names[name] ?? placeholder),
  }));
}

function copyCore(): void {
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  for (const path of ["tsconfig.base.json", "packages/core/package.json", "packages/core/tsconfig.json"])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  cpSync(join(ROOT, "packages/core/src"), join(copy, "packages/core/src"), { recursive: true });
}

/** Follows a recipe, and returns which files it created and edited. */
function changesOf(follow: () => void): Step[] {
  const before = filesIn("packages/core/src");
  follow();
  const steps = [...filesIn("packages/core/src")].flatMap(([path, text]): Step[] => {
    if (!before.has(path)) return [{ action: "create", path }];
    return before.get(path) === text ? [] : [{ action: "edit", path }];
  });
  return sorted(steps);
}

function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(join(copy, folder), { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
  return new Map(paths.map((path) => [path, readFileSync(join(copy, path), "utf8")]));
}

function sorted(steps: readonly Step[]): Step[] {
  return steps.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The toy dialect is the one of executables, with another name for the schema of the arguments. */
function addDialect(): void {
  const folder = "packages/core/src/dialects";
  for (const name of readdirSync(join(copy, folder, "executable"))) {
    const { text } = read(`${folder}/executable/${name}`);
    const toy = text.replaceAll('"executable"', '"toy"').replace('schema("/parameters")', 'schema("/args")');
    const wire = name === "wire.ts" ? toy.replaceAll("parameters:", "args:") : toy;
    cpSync(join(ROOT, folder, "executable", name), join(copy, folder, "toy", name), { recursive: true });
    writeFileSync(join(copy, folder, "toy", name), wire);
  }
  edit(`${folder}/values.ts`, (text) => `${text}export { dialect as toy } from "./toy/index.ts";\n`);
  for (const name of ["accept", "detect"])
    edit(`${folder}/${name}.ts`, (text) =>
      text
        .replace(/^/, `import { ${name} as toy } from "./toy/${name}.ts";\n`)
        .replace("  executable,\n", "  executable,\n  toy,\n"),
    );
  edit(`${folder}/calls.ts`, (text) => `${text}export { callDialect as toy } from "./toy/call-dialect.ts";\n`);
  edit(`${folder}/index.ts`, (text) =>
    text.replace(/^/, 'import { toy } from "./values.ts";\n').replace("  executable,\n};", "  executable,\n  toy,\n};"),
  );
  edit(`${folder}/errors.ts`, (text) =>
    text
      .replace(/^/, 'import * as toy from "./toy/errors.ts";\n')
      .replace("  executable,\n};", "  executable,\n  toy,\n};"),
  );
  edit(`${folder}/ids.ts`, (text) => text.replace('  executable: "executable",\n', '$&  toy: "toy",\n'));
  edit(`${folder}/wire.ts`, (text) =>
    text
      .replace(/^/, 'import type { ExecutableInput as ToyInput, ExecutableWire as ToyWire } from "./toy/wire.ts";\n')
      .replace("  executable: ExecutableWire;\n", "$&  toy: ToyWire;\n")
      .replace("  executable: ExecutableInput;\n", "$&  toy: ToyInput;\n"),
  );
}

function addKeyword(): void {
  const [file, list, plain] = keyword.map(({ path }) => path);
  if (file === undefined || list === undefined || plain === undefined)
    throw new Error("CONTRIBUTING.md lists no files for a keyword");
  edit(plain, (text) => text.replace(" maxContains", " maxContains maxWords"));
  writeFileSync(join(copy, file), KEYWORD);
  edit(list, (text) => `${text}export { keyword as maxWords } from "./${basename(file)}";\n`);
}

const KEYWORD = `import { STRING } from "../types.ts";
import { describeAs } from "./describe.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { isCount } from "./value-forms.ts";

/** The most words of a string. */
export const keyword: Keyword = defineKeyword({
  name: "maxWords",
  role: "constraint",
  types: STRING,
  wellFormed: isCount,
  describe: describeAs("at most so many words"),
});
`;

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(join(copy, dirname(path), basename(path)), change(readFileSync(join(copy, path), "utf8")));
}

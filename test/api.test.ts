import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apiPage, ENTRIES, PARTS, publicValues } from "../scripts/api.mjs";
import { afterTest } from "./support/cleanup.ts";
import { compileAsUsers } from "./support/compile.ts";
import { ROOT, read } from "./support/source.ts";

const entries = await Promise.all(
  ENTRIES.map(async ([name, file]) => ({ name, values: await valuesOf(file), documented: publicValues(file) })),
);

const parts = await Promise.all(
  PARTS.map(async ([name, file, whole]) => ({ name, values: await valuesOf(file), whole })),
);

describe("the API page", () => {
  it("lists what the packages export: `node scripts/api.mjs` writes it anew", () => {
    expect(read("docs/api.md").text).toBe(`${apiPage().trimEnd()}\n`);
  });

  it("has every entry of the packages", () => {
    const exported = ["core", "toolbox", "gateway", "inspector"].flatMap((name) => {
      const { exports } = JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8"));
      const paths = Object.keys(exports).filter((path) => !path.endsWith(".json"));
      return paths.map((path) => join("@toolglot", name, path));
    });
    expect([...entries, ...parts].map(({ name }) => name).sort()).toEqual(exported.sort());
  });

  it.each(entries)("has every value of $name, with a comment", ({ values, documented }) => {
    expect(documented.map(({ name }) => name)).toEqual(Object.keys(values).sort());
    expect(documented.filter(({ text }) => text === "").map(({ name }) => name)).toEqual([]);
  });

  it.each(parts)("has all of $name in $whole, the same values", ({ values, whole }) => {
    const all = entries.find(({ name }) => name === whole)?.values ?? {};
    expect(Object.keys(values).filter((name) => values[name] !== all[name])).toEqual([]);
    expect(Object.keys(values).length).toBeGreaterThan(10);
  });

  it.each(entries)("has an example of every function of $name", ({ values, documented }) => {
    const functions = documented.filter(({ name, kind }) => typeof values[name] === "function" && kind !== "class");
    expect(functions.filter(({ example }) => example === "").map(({ name }) => name)).toEqual([]);
  });
});

// The dialects as values, for the examples of the functions that take them.
const dialects = entries.find(({ name }) => name === "@toolglot/core/dialects")?.values ?? {};

describe("the examples of the public functions", () => {
  const stated = entries.flatMap(({ name: entry, values, documented }) =>
    documented.filter(({ example }) => resultsIn(example).length > 0).map((value) => ({ entry, values, ...value })),
  );

  it("compile as users compile them", () => {
    const folder = mkdtempSync(join(ROOT, "node_modules/.api-examples-"));
    afterTest(() => rmSync(folder, { recursive: true }));
    const files = entries.flatMap(({ name: entry, values, documented }, index) =>
      documented.flatMap(({ name, example }) => {
        if (example === "") return [];
        const fromDialects = importOf(example, "@toolglot/core/dialects", Object.keys(dialects));
        const program = `${importOf(example, entry, Object.keys(values))}${fromDialects}${example}\nexport {};\n`;
        writeFileSync(join(folder, `${index}-${name}.mts`), program);
        return [`${index}-${name}.mts`];
      }),
    );
    expect(files.length).toBeGreaterThan(80);
    expect(compileAsUsers(folder, files)).toBe("");
  });

  it.each(stated)("are right: $name of $entry", async ({ values, example }) => {
    expect.assertions(resultsIn(example).length);
    const check = (actual: unknown, expected: unknown): void => expect(actual).toEqual(expected);
    const scope = { ...dialects, ...values, check };
    await new AsyncFunction(...Object.keys(scope), checked(example))(...Object.values(scope));
  });
});

async function valuesOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  return await import(/* @vite-ignore */ join(ROOT, file));
}

/** The import of the names that an example mentions. */
function importOf(example: string, from: string, names: readonly string[]): string {
  const mentioned = names.filter((name) => new RegExp(`\\b${name}\\b`).test(example));
  return mentioned.length === 0 ? "" : `import { ${mentioned.join(", ")} } from "${from}";\n`;
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;

/** An expression, and its value as a comment at its end or in the next line; `…` leaves something out. */
const RESULT = /^(?!const |\/\/)(.+?);?\s+\/\/ ([^…\n]+)$/gm;

function resultsIn(example: string): string[] {
  return example.match(RESULT) ?? [];
}

/** The example as a program that checks each value. */
function checked(example: string): string {
  return example.replaceAll(RESULT, (_, expression, value) => `check(${expression}, ${value});`);
}

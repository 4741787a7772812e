import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as core from "@toolglot/core";
import * as values from "@toolglot/core/dialects";
import { environmentConfig, serve } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { CODE_LEVELS, FIELD_LEVELS } from "../packages/core/src/loss-levels.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "packages/core/src");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const code = files.map((file) => readFileSync(join(source, file), "utf8"));

describe("the README", () => {
  const [, command = "", answer = ""] =
    /```sh\n(curl (?:(?!```)[\s\S])*)```\n\n```json\n([\s\S]*?)```/.exec(read("README.md")) ?? [];

  it("shows what the gateway answers", async () => {
    const served = await serve({ config: await environmentConfig({}), port: 0 });
    const [, path = ""] = /http:\/\/127\.0\.0\.1:4141(\S+)/.exec(command) ?? [];
    const [, type = ""] = /-H 'content-type: ([^']+)'/.exec(command) ?? [];
    const [, body = ""] = /-d '([^']+)'/.exec(command) ?? [];
    const response = await fetch(served.url + path, { method: "POST", headers: { "content-type": type }, body });
    expect(await response.text()).toBe(answer.trimEnd());
    await served.close();
  });

  it("names the commands that CI runs", () => {
    const ci = read(".ci/run").split("\n");
    expect(read("README.md")).toContain("npm ci && npm test ");
    expect(ci.some((line) => line.startsWith("npm ci"))).toBe(true);
    expect(ci.some((line) => line === "npm test")).toBe(true);
  });

  it("names scripts that there are", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test", "check", "test:laws", "bench"]));
    expect(scripts.start).toMatch(/ serve$/);
  });
});

describe("the catalogue of losses", () => {
  const catalogue = read("docs/losses.md");
  const [losses = "", , changes = "", refusals = ""] = catalogue.split(/## Losses: `level`|## Changes|## Refusals/);
  const unions = read("packages/core/src/model/codes.ts");
  const levels = read("packages/core/src/loss-levels.ts");

  it.each([
    { type: "LossCode", section: listed(losses) },
    { type: "ChangeRule", section: listed(changes) },
    { type: "RefusalCode", section: listed(refusals.split("\n\n")[1] ?? "") },
  ])("lists the names of $type, and no others", ({ type, section }) => {
    const [, union = ""] = new RegExp(`export type ${type} =([^;]+);`).exec(unions) ?? [];
    const names = [...union.matchAll(/"([a-z0-9-]+)"/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect([...section].sort()).toEqual(names.sort());
  });

  it.each(Object.entries(CODE_LEVELS))("gives the loss %s the level %s", (word, level) => {
    expect(catalogue).toMatch(new RegExp(`^\\| [^|]*\`${word}\`[^|]* \\| ${level} \\|`, "m"));
  });

  it.each([
    { type: "LossCode", prefix: "loss" },
    { type: "ChangeRule", prefix: "change" },
  ])("has an anchor for each $type, to which the inspector links", ({ type, prefix }) => {
    const [, union = ""] = new RegExp(`export type ${type} =([^;]+);`).exec(unions) ?? [];
    const names = [...union.matchAll(/"([a-z0-9-]+)"/g)].map(([, name = ""]) => name);
    expect(names.filter((name) => !catalogue.includes(`<a id="${prefix}-${name}"></a>\`${name}\``))).toEqual([]);
  });

  it.each(["content", "setting", "metadata"])("lists the fields of the level %s", (level) => {
    const fields = Object.entries(FIELD_LEVELS).flatMap(([field, own]) => (own === level ? [`\`${field}\``] : []));
    expect(catalogue).toContain(`| \`${level}\` | ${fields.join(", ")} |`);
  });

  it.each(["LossCode", "ChangeRule", "RefusalCode"])("has no name in %s that the core never uses", (type) => {
    const [, union = ""] = new RegExp(`export type ${type} =([^;]+);`).exec(unions) ?? [];
    const names = [...union.matchAll(/"([a-z0-9-]+)"/g)].map(([, name = ""]) => name);
    const others = code.filter((text) => text !== unions && text !== levels).join("\n");
    expect(names.filter((name) => !others.includes(`"${name}"`) && !COMPOSED.includes(name))).toEqual([]);
  });
});

/** Names that the core composes from two words. */
const COMPOSED = [
  "unknown-dialect",
  "unknown-profile",
  "unknown-variant",
  "null-arguments",
  "double-encoded-arguments",
  "unwrapped-calls",
  "invalid-arguments",
];

/** The codes in the first column of tables, or in a paragraph. */
function listed(text: string): ReadonlySet<string> {
  const cells = text.startsWith("`")
    ? [text]
    : [...text.matchAll(/^\| ((?:<a id=|`)[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  const words = cells.flatMap((cell) => [...cell.matchAll(/`([a-z0-9-]+)`/g)].map(([, word = ""]) => word));
  return new Set(words.filter((word) => word !== "code" && word !== "rule"));
}

describe("the examples of the public functions", () => {
  const examples = code
    .flatMap((text) =>
      [...text.matchAll(/@example\n([\s\S]*?)\*\//g)].map(([, body = ""]) => body.replace(/^\s*\* ?/gm, "")),
    )
    .flatMap((body) => [...body.matchAll(/^(?!\/\/)(.+?);?\s*\n?\/\/ (.+)$/gm)])
    .map(([, expression = "", value = ""]) => ({ expression: expression.replace(/;\s*$/, ""), value }))
    .filter(({ expression }) => [...expression.matchAll(/^(\w+)\(/g)].every(([, name = ""]) => name in core));

  it("are there to be run", () => expect(examples.length).toBeGreaterThan(5));

  it.each(examples)("$expression is $value", ({ expression, value }) => {
    // The functions for dialects as values have the same names.
    const scope = { ...core, ...values };
    const run = (text: string): unknown =>
      new Function(...Object.keys(scope), `return (${text});`)(...Object.values(scope));
    expect(run(expression)).toEqual(run(value));
  });
});

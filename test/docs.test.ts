import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as core from "@toolglot/core";
import { environmentConfig, serve } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "packages/core/src");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const code = files.map((file) => readFileSync(join(source, file), "utf8"));

describe("the README", () => {
  const [, command = "", answer = ""] = /```sh\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/.exec(read("README.md")) ?? [];

  it("shows what the gateway answers", async () => {
    const served = await serve({ config: await environmentConfig({}), port: 0 });
    const [, path = ""] = /http:\/\/127\.0\.0\.1:4141(\S+)/.exec(command) ?? [];
    const [, type = ""] = /-H 'content-type: ([^']+)'/.exec(command) ?? [];
    const [, body = ""] = /-d '([^']+)'/.exec(command) ?? [];
    const response = await fetch(served.url + path, { method: "POST", headers: { "content-type": type }, body });
    expect(await response.json()).toEqual(JSON.parse(answer));
    await served.close();
  });

  it("names scripts that there are", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test", "check", "test:laws", "bench"]));
    expect(scripts.start).toMatch(/ serve$/);
  });

  it("links to files that there are", () => {
    const links = [...read("README.md").matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});

describe("the description of the library", () => {
  const found = read("docs/library.md").matchAll(/```ts\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/g);
  const examples = [...found].map(([, script = "", output = ""]) => ({ script, output }));

  it("has an example of tools, and one of a conversation", () => expect(examples).toHaveLength(2));

  it.each(examples)("shows what its example prints: %#", ({ script, output }) => {
    const printed: string[] = [];
    const body = script.replace(/^import .*$/m, "");
    const names = Object.keys(core);
    new Function(...names, "console", body)(...Object.values(core), {
      log: (...values: unknown[]) => printed.push(values.join(" ")),
    });
    expect(printed.join("\n").split("\n")).toEqual(output.trimEnd().split("\n"));
  });
});

describe("the catalogue of losses", () => {
  const catalogue = read("docs/losses.md");
  const codes = (pattern: RegExp): string[] => [
    ...new Set(
      code.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, word]) => (word === undefined ? [] : [word]))),
    ),
  ];

  it.each(codes(/\.lose\(\s*"([a-z-]+)"/g))("has the loss %s", (word) => {
    expect(catalogue.split("## Changes")[0]).toContain(`\`${word}\``);
  });

  it.each(codes(/\.change\(\s*"([a-z-]+)"/g))("has the change %s", (word) => {
    expect(catalogue.split("## Changes")[1]).toContain(`\`${word}\``);
  });

  it.each(codes(/\.fail\(\s*"([a-z-]+)"/g))("has the refusal %s", (word) => {
    expect(catalogue.split("## Refusals")[1]).toContain(`\`${word}\``);
  });
});

describe("the examples beside the public functions", () => {
  const examples = code
    .flatMap((text) =>
      [...text.matchAll(/@example\n([\s\S]*?)\*\//g)].map(([, body = ""]) => body.replace(/^\s*\* ?/gm, "")),
    )
    .flatMap((body) => [...body.matchAll(/^(?!\/\/)(.+?);?\s*\n?\/\/ (.+)$/gm)])
    .map(([, expression = "", value = ""]) => ({ expression: expression.replace(/;\s*$/, ""), value }))
    .filter(({ expression }) => [...expression.matchAll(/^(\w+)\(/g)].every(([, name = ""]) => name in core));

  it("are there to be run", () => expect(examples.length).toBeGreaterThan(5));

  it.each(examples)("$expression is $value", ({ expression, value }) => {
    const names = Object.keys(core);
    const run = (text: string): unknown => new Function(...names, `return (${text});`)(...Object.values(core));
    expect(run(expression)).toEqual(run(value));
  });
});

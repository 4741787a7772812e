import { dialects } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, linesOf, read, type SourceFile, sourcesIn } from "./support/source.ts";

const CORE = "packages/core/src";
const PACKAGES = ["core", "toolbox", "gateway", "inspector", "cli"] as const;

/** What a package may import in addition to its own files and Node's modules: imports point left only. */
const MAY_IMPORT: Readonly<Record<(typeof PACKAGES)[number], readonly string[]>> = {
  core: [],
  toolbox: [
    "@cfworker/json-schema",
    "@modelcontextprotocol/client",
    "@modelcontextprotocol/server",
    "@toolglot/core",
    "re2js",
  ],
  gateway: ["@redis/client", "@toolglot/core", "aws4fetch", "jose", "undici", "ws", "yaml"],
  // Bundled into the page: it depends on nothing once it is built.
  inspector: ["@preact/signals", "@tanstack/virtual-core", "@toolglot/core", "@toolglot/gateway", "preact", "uplot"],
  cli: ["@toolglot/core", "@toolglot/gateway", "@toolglot/inspector", "@toolglot/toolbox"],
};

const core = sourcesIn(CORE);

describe("names", () => {
  it("of dialects and their vendors stand nowhere in the core but in their folders, the registry and the facts of models", () => {
    expect(core.flatMap(foreignNames)).toEqual([]);
  });

  it("of dialects do not occur in the shared code, not even as text", () => {
    const ids = dialects.flatMap(({ id, aliases }) => [id, ...aliases]).filter((id) => id !== HOSTED_KIND);
    const quoted = new RegExp(`["'\`](${ids.join("|")})["'\`]`);
    const shared = core.filter(({ path }) => !path.startsWith(`${CORE}/dialects/`));
    expect(shared.flatMap((file) => naming(file, quoted))).toEqual([]);
  });

  it("of dialects stand nowhere in the helpers that all dialects share", () => {
    const mapping = core.filter(({ path }) => path.startsWith(`${CORE}/mapping/`));
    expect(mapping.flatMap((file) => naming(file, VENDORS))).toEqual([]);
  });
});

describe("packages", () => {
  for (const name of PACKAGES) {
    it(`${name} imports only ${["its own files", ...MAY_IMPORT[name], ...(name === "core" ? [] : ["Node"])].join(", ")}`, () => {
      expect(sourcesIn(`packages/${name}/src`).flatMap((file) => foreign(file, name))).toEqual([]);
    });

    it(`${name} leaves itself by no relative import`, () => {
      const inside = `packages/${name}/src/`;
      expect(breaches(sourcesIn(inside), ({ target }) => target !== undefined && !target.startsWith(inside))).toEqual(
        [],
      );
    });

    it(`${name} depends on what it imports, and on nothing else`, () => {
      const manifest = JSON.parse(read(`packages/${name}/package.json`).text);
      const [used, unused] =
        name === "inspector" ? ["devDependencies", "dependencies"] : ["dependencies", "devDependencies"];
      expect(Object.keys(manifest[used] ?? {})).toEqual(MAY_IMPORT[name]);
      expect(manifest).not.toHaveProperty(unused);
      expect(Object.keys(manifest).filter((key) => /^(peer|optional|bundled?)Dependencies$/.test(key))).toEqual([]);
    });
  }

  it("are all known to these rules", () => {
    const manifest = JSON.parse(read("package.json").text);
    expect(manifest.workspaces).toEqual(PACKAGES.map((name) => `packages/${name}`));
  });
});

describe("the layers of the core", () => {
  it("give the model types alone", () => {
    expect(breaches(below("model"), ({ typeOnly }) => !typeOnly)).toEqual([]);
    expect(
      breaches(
        below("model"),
        ({ target }) => !within(target, "model") && target !== `${CORE}/report.ts` && target !== `${CORE}/place.ts`,
      ),
    ).toEqual([]);
  });

  it("let json/ know nothing but the model", () => {
    expect(breaches(below("json"), ({ target }) => !within(target, "json", "model"))).toEqual([]);
  });

  it("let schema/ know no dialect", () => {
    expect(breaches(below("schema"), ({ target }) => within(target, "dialects"))).toEqual([]);
  });

  it("keep the checks of schema/accept/ apart from how schemas are lowered", () => {
    const lowering = ["schema/lower", "schema/rules", "schema/profiles", "fast"];
    expect(breaches(below("schema/accept"), ({ target }) => within(target, ...lowering))).toEqual([]);
  });

  it("let schema/keywords/ know nothing of the engine that reads it", () => {
    const engine = ["schema/lower", "schema/rules", "schema/profiles", "schema/accept", "fast"];
    const keywords = [...below("schema/keywords"), ...below("schema/patterns")];
    expect(breaches(keywords, ({ target }) => within(target, ...engine))).toEqual([]);
  });

  it("let facts/ know nothing but itself", () => {
    expect(breaches(below("facts"), ({ target }) => !within(target, "facts"))).toEqual([]);
  });

  it("let identity/ know no dialect and no schema", () => {
    expect(breaches(below("identity"), ({ target }) => within(target, "dialects", "schema"))).toEqual([]);
  });

  it("let mapping/ and stream/ know no dialect, no schema and no conversation", () => {
    const above = ["dialects", "schema", "tools", "conversation"];
    const folders = [...below("mapping"), ...below("stream")];
    expect(breaches(folders, ({ target }) => within(target, ...above))).toEqual([]);
  });

  it("let fast/ know what schema keywords are, and nothing of how they are lowered, but for the one that lowers schemas", () => {
    const above = ["dialects", "schema/profiles", "tools", "conversation"];
    expect(breaches(below("fast"), ({ target, typeOnly }) => !typeOnly && within(target, ...above))).toEqual([]);
    // It calls the reference path for each keyword, so that it decides neither what is written nor what is lost.
    const others = below("fast").filter(({ path }) => !/\/fast\/(ordinary-\w+|all)\.ts$/.test(path));
    expect(breaches(others, ({ target }) => within(target, "schema/lower", "schema/rules"))).toEqual([]);
  });

  it("let the dialects know no conversation", () => {
    expect(breaches(below("dialects"), ({ target }) => within(target, "conversation", "tools"))).toEqual([]);
  });

  it("let no module import the entry points above it", () => {
    const inner = core.filter(({ path }) => /^packages\/core\/src\/\w+\//.test(path));
    const entryPoints = ["index", "translate", "bridge", "tool-calls", "tool-converter"].map(
      (kind) => `${CORE}/${kind}.ts`,
    );
    expect(breaches(inner, ({ target }) => entryPoints.includes(target ?? ""))).toEqual([]);
  });

  it("let one dialect know no other", () => {
    const others = (file: SourceFile) =>
      dialects.map(({ id }) => id).filter((id) => !within(file.path, `dialects/${id}`));
    const found = below("dialects").flatMap((file) => {
      if (isRegistry(file)) return [];
      return breaches([file], ({ target }) => within(target, ...others(file).map((id) => `dialects/${id}`)));
    });
    expect(found).toEqual([]);
  });

  it("let only the registry know the dialects", () => {
    const outer = core.filter(({ path }) => !path.startsWith(`${CORE}/dialects/`));
    const folders = dialects.map(({ id }) => `dialects/${id}`);
    const shared = ["dialects/chat", "dialects/claude", "dialects/google"];
    expect(breaches(outer, ({ target }) => within(target, ...folders, ...shared))).toEqual([]);
  });
});

// ── names ───────────────────────────────────────────────────────────────────

const VENDORS = /openai|anthropic|claude|gemini|google|ollama|openrouter|bedrock/i;

/** A protocol that hosted tools speak as well: the name of a dialect, and of a kind of tool. */
const HOSTED_KIND = "mcp";

/** The names that a dialect's own folder may use. */
const OWN_WORDS: readonly (readonly [folder: RegExp, words: RegExp])[] = [
  [/\/dialects\/(chat|openai-chat|openai-responses)\//, /openai/gi],
  [/\/dialects\/(anthropic|claude)\//, /anthropic|claude/gi],
  // Bedrock serves Claude, whose further settings it takes.
  [/\/dialects\/bedrock\//, /bedrock|anthropic|claude/gi],
  [/\/dialects\/(google|gemini|gemini-interactions)\//, /gemini|google/gi],
  [/\/dialects\/ollama\//, /ollama/gi],
  // OpenRouter routes to these vendors, so that its checks name whose models refuse something.
  [/\/dialects\/openrouter\/accept\.ts$/, /openrouter|openai|anthropic|claude/gi],
  [/\/dialects\/openrouter\//, /openrouter/gi],
];

function foreignNames(file: SourceFile): string[] {
  if (isRegistry(file) || within(file.path, "facts") || isQuirk(file)) return [];
  const own = OWN_WORDS.find(([folder]) => folder.test(file.path))?.[1];
  return naming(within(file.path, "dialects") ? withoutComments(file) : file, VENDORS, own);
}

/** Comments on a dialect's imitators name them, and so do the files of their quirks. */
function withoutComments({ path, text }: SourceFile): SourceFile {
  return { path, text: text.replace(/^\s*(?:\/\/|\/?\*).*$|^import .*"\.\/quirks\/.*$/gm, "") };
}

/** The files next to the dialects' folders list the dialects: by name, as values and as types. */
function isRegistry({ path }: SourceFile): boolean {
  return /^packages\/core\/src\/dialects\/[^/]+\.ts$/.test(path);
}

/** A quirk is named after the server that has it. */
function isQuirk({ path }: SourceFile): boolean {
  return /\/dialects\/[^/]+\/quirks\//.test(path);
}

function naming(file: SourceFile, pattern: RegExp, own?: RegExp): string[] {
  return linesOf(file)
    .filter(({ line }) => pattern.test(own === undefined ? line : line.replaceAll(own, "")))
    .map(({ line }) => `${file.path}: ${line.trim()}`);
}

// ── imports ─────────────────────────────────────────────────────────────────

function foreign(file: SourceFile, name: (typeof PACKAGES)[number]): string[] {
  const isForeign = ({ specifier, target }: Import) =>
    target === undefined &&
    !MAY_IMPORT[name].includes(packageOf(specifier)) &&
    (name === "core" || !specifier.startsWith("node:"));
  return breaches([file], isForeign);
}

// A package may have several entry points: `@scope/name/entry`.
function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

function breaches(files: readonly SourceFile[], isBreach: (entry: Import) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(isBreach)
      .map(({ specifier, target }) => `${file.path} imports ${target ?? specifier}`),
  );
}

function below(folder: string): SourceFile[] {
  return core.filter(({ path }) => path.startsWith(`${CORE}/${folder}/`));
}

function within(path: string | undefined, ...folders: string[]): boolean {
  return folders.some((folder) => path?.startsWith(`${CORE}/${folder}/`));
}

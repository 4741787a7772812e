import { dialects } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { importsOf, type SourceFile, sourcesIn } from "./support/source.ts";

const GATEWAY = "packages/gateway/src";

/** Files at the top that every folder may import: types and errors that the folders have in common. */
const CONTRACTS = [
  "bytes.ts",
  "caller.ts",
  "clock.ts",
  "errors.ts",
  "event-data.ts",
  "awaitable.ts",
  "get-or-create.ts",
  "late-core.ts",
  "late.ts",
  "loading.ts",
  "transport.ts",
  "version.ts",
];

/** Files at the top that put the folders together, and that no folder may import. */
const ENTRIES = [
  "create-state.ts",
  "gateway.ts",
  "index.ts",
  "node-gateway.ts",
  "run-worker.ts",
  "serve-workers.ts",
  "serve.ts",
  "serving.ts",
  "web.ts",
];

/** The folders that each folder may import; each line names only folders of the lines above it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  bindings: [],
  providers: ["bindings"],
  usage: ["providers"],
  sim: [],
  config: ["providers", "bindings"],
  limits: ["config"],
  observe: ["providers", "config"],
  store: ["usage", "config", "limits"],
  exchange: ["providers", "usage", "bindings", "config", "limits", "observe", "store"],
  "responses-state": ["providers", "bindings", "config", "store", "exchange"],
  http: [
    "usage",
    "sim",
    "providers",
    "bindings",
    "config",
    "limits",
    "observe",
    "store",
    "exchange",
    "responses-state",
  ],
  inspector: ["bindings", "config", "exchange", "responses-state", "http", "observe"],
  telemetry: ["bindings", "config", "exchange", "http", "observe"],
  transports: ["providers", "config", "limits", "http"],
  workers: ["usage", "sim", "config", "limits", "observe", "store", "http", "inspector"],
};

const sources = sourcesIn(GATEWAY);

describe("the folders of the gateway", () => {
  it("are all listed here", () => {
    const folders = new Set(sources.map(folderOf).filter((folder) => !folder.endsWith(".ts")));
    expect([...folders].toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
    const files = sources.map(folderOf).filter((name) => name.endsWith(".ts"));
    expect(files.toSorted()).toEqual([...CONTRACTS, ...ENTRIES].toSorted());
  });

  it("are listed in the order of their imports", () => {
    const folders = Object.keys(MAY_IMPORT);
    const upwards = Object.entries(MAY_IMPORT).flatMap(([folder, below]) =>
      below.filter((other) => folders.indexOf(other) >= folders.indexOf(folder)).map((other) => `${folder}: ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  it("import only folders below them", () => {
    const inFolders = sources.filter((file) => folderOf(file) in MAY_IMPORT);
    expect(inFolders.flatMap((file) => importing(file, (target) => !mayImport(folderOf(file), target)))).toEqual([]);
  });

  it("share files that import nothing but each other", () => {
    const contracts = sources.filter((file) => CONTRACTS.includes(folderOf(file)));
    expect(contracts.flatMap((file) => importing(file, (target) => !CONTRACTS.includes(target)))).toEqual([]);
  });
});

describe("transports", () => {
  const NETWORK = /^(?:node:(?:http|http2|https|net|tls)|undici|ws)$/;

  it("alone know Node's network modules, undici and ws", () => {
    // The simulated provider is also a server of its own, for tests.
    const others = sources.filter(({ path }) => !within(path, "transports") && path !== `${GATEWAY}/sim/server.ts`);
    const found = others.flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => NETWORK.test(specifier))
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
    expect(found).toEqual([]);
  });

  it("are imported by the entries alone", () => {
    const others = sources.filter((file) => !ENTRIES.includes(folderOf(file)) && !within(file.path, "transports"));
    expect(others.flatMap((file) => importing(file, (target) => target === "transports"))).toEqual([]);
  });
});

describe("names of dialects and their vendors", () => {
  const ids = dialects.flatMap(({ id, aliases }) => [id, ...aliases]);
  const NAMED = new RegExp(
    `["'\`](?:${ids.join("|")})["'\`]|openai|anthropic|claude|gemini|google|ollama|openrouter`,
    "i",
  );

  it("occur in the bindings, the presets and the simulated providers only, comments aside", () => {
    const shared = sources.filter(({ path }) => !within(path, "bindings", "providers", "sim"));
    const found = shared.flatMap(({ path, text }) =>
      withoutComments(text)
        .split("\n")
        .filter((line) => NAMED.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});

/** A file's folder, or its own name if it is at the top. */
function folderOf({ path }: Pick<SourceFile, "path">): string {
  return path.slice(GATEWAY.length + 1).split("/", 1)[0] ?? "";
}

function within(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path.startsWith(`${GATEWAY}/${folder}/`));
}

function mayImport(folder: string, target: string): boolean {
  return target === folder || CONTRACTS.includes(target) || MAY_IMPORT[folder]?.includes(target) === true;
}

function importing(file: SourceFile, isBreach: (folder: string) => boolean): string[] {
  return importsOf(file).flatMap(({ target }) =>
    target !== undefined && isBreach(folderOf({ path: target })) ? [`${file.path} imports ${target}`] : [],
  );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
}

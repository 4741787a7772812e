import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DialectId } from "@toolglot/core";
import { dialects } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { ACCEPT } from "../packages/core/src/dialects/accept.ts";
import { exportsOf, importsOf, ROOT, read } from "./support/source.ts";

const FOLDER = "packages/core/src/dialects";

/** The concepts that a dialect translates; one that it lacks is still a file, which says so. */
const CONCEPTS = [
  "tools",
  "choice",
  "parts",
  "calls",
  "results",
  "messages",
  "request",
  "response",
  "stream",
  "errors",
] as const;

/** The files that every dialect has, and exactly what each exports. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  index: ["dialect"],
  profile: ["profile"],
  "call-dialect": ["callDialect"],
  "call-profile": ["callProfile"],
  accept: ["accept"],
  detect: ["detect"],
  ...Object.fromEntries(CONCEPTS.map((concept) => [concept, ["decode", "encode"]])),
};

/** Files that a dialect may have for facts that only it has. */
const OPTIONAL: ReadonlySet<string> = new Set([
  ...[
    "accept-defined",
    "accept-fields",
    "accept-json",
    "accept-proto",
    "accept-schema",
    "built-in-calls",
    "block-text",
    "built-in-results",
    "built-ins",
    "bytes",
    "cache",
    "cache-points",
    "candidate",
    "candidates",
    "prefill",
  ],
  ...[
    "block-list",
    "call-reader",
    "citations",
    "client-tools",
    "codecs",
    "content",
    "echoed-fields",
    "envelope",
    "facts",
  ],
  ...[
    "field-origins",
    "finish-reasons",
    "free-values",
    "frames",
    "grounding",
    "hosted",
    "ids",
    "include",
    "input",
    "item-fields",
    "item-tracker",
    "items",
    "items-of-kind",
  ],
  ...[
    "loaded",
    "media",
    "message",
    "model",
    "model-media",
    "models",
    "normalize",
    "nova",
    "numbering",
    "open-item",
    "open-step",
    "output",
    "part-reader",
    "part-sink",
    "partial",
    "plain-content",
    "proto",
  ],
  ...[
    "reader",
    "reasoning",
    "repeated",
    "request-facts",
    "request-layout",
    "server-run",
    "settings",
    "signatures",
    "spelling",
    "system",
    "text-reader",
    "thinking",
    "tiers",
    "tools-in-use",
  ],
  ...["unknown-fields", "usage", "whole-block", "writer"],
]);

/** What is no dialect: helpers that all of them share. */
const SHARED: ReadonlySet<string> = new Set(["chat", "claude", "google"]);

const folders = readdirSync(join(ROOT, FOLDER), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name))
  .map(({ name }) => name)
  .toSorted();

describe("the registry", () => {
  it("has one dialect per folder, under the folder's name", () => {
    expect(dialects.map(({ id }) => id).toSorted()).toEqual(folders);
  });

  it("imports each folder's index and nothing else of it", () => {
    const imported = importsOf(read(`${FOLDER}/values.ts`)).flatMap(({ target }) => target ?? []);
    const wanted = folders.map((folder) => `${FOLDER}/${folder}/index.ts`);
    expect(imported.filter((path) => path.startsWith(`${FOLDER}/`)).toSorted()).toEqual(wanted.toSorted());
  });

  it("lets no two dialects answer to one name", () => {
    const names = dialects.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
});

for (const folder of folders) {
  describe(`the folder ${folder}`, () => {
    const files = readdirSync(join(ROOT, FOLDER, folder)).map((name) => name.replace(/\.ts$/, ""));

    it("has the files that every dialect has, and others only from the list", () => {
      const required = [...Object.keys(REQUIRED), "wire"];
      expect(required.filter((name) => !files.includes(name))).toEqual([]);
      expect(files.filter((name) => !required.includes(name) && !OPTIONAL.has(name))).toEqual([]);
    });

    for (const [name, wanted] of Object.entries(REQUIRED)) {
      it(`exports exactly ${wanted.join(" and ")} from ${name}.ts, in this order`, async () => {
        expect(exportsOf(read(`${FOLDER}/${folder}/${name}.ts`))).toEqual(wanted);
        expect(Object.keys(await load(folder, name)).toSorted()).toEqual([...wanted].toSorted());
      });
    }

    it("writes its wire down as types alone", async () => {
      expect(Object.keys(await load(folder, "wire"))).toEqual([]);
    });

    it("registers what its files export", async () => {
      const { dialect } = await load(folder, "index");
      const { profile } = await load(folder, "profile");
      const { accept } = await load(folder, "accept");
      expect(dialect).toHaveProperty("id", folder);
      for (const concept of CONCEPTS) {
        const { decode, encode } = await load(folder, concept);
        expect(dialect).toMatchObject({ [concept]: { decode, encode } });
      }
      expect(dialect).toHaveProperty("profile", profile);
      expect(ACCEPT[folder as DialectId]).toBe(accept);
    });
  });
}

async function load(folder: string, name: string): Promise<Record<string, unknown>> {
  return await import(pathToFileURL(join(ROOT, FOLDER, folder, `${name}.ts`)).href);
}

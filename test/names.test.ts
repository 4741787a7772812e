import { describe, expect, it } from "vitest";
import { read, sourcesIn } from "./support/source.ts";

const PACKAGES = ["core", "toolbox", "gateway", "inspector", "cli"] as const;

describe("exported type names", () => {
  it("are unique in all packages together", () => {
    const types = PACKAGES.flatMap(typesIn).filter(({ name }) => name !== SHARED);
    expect(duplicates(types)).toEqual([]);
  });

  it("are unique among the public names of all packages", () => {
    const names = PACKAGES.flatMap((name) => publicTypes(name).map((type) => ({ name: type, path: name })));
    expect(duplicates(names)).toEqual([]);
  });
});

/** Public in the toolbox, and what a bridge knows of its conversation in the core. */
const SHARED = "Conversation";

describe("exported functions", () => {
  it.each(PACKAGES)("have unique names in %s, except for siblings", (name) => {
    expect(duplicates(functionsIn(name)).filter(([, paths]) => !areSiblings(paths))).toEqual([]);
  });
});

interface ExportedName {
  readonly name: string;
  /** The file or the package that exports it. */
  readonly path: string;
}

function functionsIn(name: string): ExportedName[] {
  return sourcesIn(`packages/${name}/src`)
    .filter(({ path }) => !ALIKE.test(path))
    .flatMap(({ path, text }) =>
      [...new Set([...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, found = ""]) => found))]
        .filter((found) => found !== COMMAND)
        .map((found) => ({ name: found, path })),
    );
}

/** Folders whose files have the same functions, for one dialect, provider or transport each; and the API's entries, which wrap others. */
const ALIKE = /\/src\/(?:(?:dialects|bindings|sim|transports|commands)\/|(?:api|mini)\.ts$)/;

/** What a command of the CLI does. */
const COMMAND = "run";

/** Files of one name in several folders have the same functions. */
function areSiblings(paths: readonly string[]): boolean {
  return new Set(paths.map((path) => path.slice(path.lastIndexOf("/") + 1))).size === 1;
}

function typesIn(name: string): ExportedName[] {
  return sourcesIn(`packages/${name}/src`).flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:type|interface|class) (\w+)/gm)].map(([, type = ""]) => ({
      name: type,
      path,
    })),
  );
}

/** The types that a package's index exports, except for those that it passes on from another package. */
function publicTypes(name: string): string[] {
  if (name === "cli") return [];
  const { text } = read(`packages/${name}/src/index.ts`);
  const clauses = [...text.matchAll(/^export (type )?\{([^}]*)\} from "\./gm)];
  return clauses.flatMap(([, isTypeOnly, names = ""]) =>
    names
      .split(",")
      .map((each) => each.trim())
      .filter((each) => isTypeOnly !== undefined || /^type |^[A-Z][a-z]/.test(each))
      .map((each) => each.replace(/^type /, "").replace(/^\w+ as /, ""))
      .filter((each) => each !== ""),
  );
}

function duplicates(names: readonly ExportedName[]): [name: string, paths: string[]][] {
  const paths = new Map<string, string[]>();
  for (const { name, path } of names) paths.set(name, [...(paths.get(name) ?? []), path]);
  return [...paths].filter(([, all]) => all.length > 1);
}

import { describe, expect, it } from "vitest";
import { read, sourcesIn } from "./support/source.ts";

const PACKAGES = ["core", "toolbox", "gateway", "inspector", "cli"] as const;

describe("exported type names", () => {
  for (const name of PACKAGES) {
    it(`are unique in ${name}`, () => {
      expect(duplicates(typesIn(name))).toEqual([]);
    });
  }

  it("are unique among the public names of all packages", () => {
    const names = PACKAGES.flatMap((name) => publicTypes(name).map((type) => ({ type, path: name })));
    expect(duplicates(names)).toEqual([]);
  });
});

interface TypeName {
  readonly type: string;
  /** The file or the package that exports it. */
  readonly path: string;
}

function typesIn(name: string): TypeName[] {
  return sourcesIn(`packages/${name}/src`).flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:type|interface|class) (\w+)/gm)].map(([, type = ""]) => ({
      type,
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

function duplicates(names: readonly TypeName[]): [type: string, paths: string[]][] {
  const paths = new Map<string, string[]>();
  for (const { type, path } of names) paths.set(type, [...(paths.get(type) ?? []), path]);
  return [...paths].filter(([, all]) => all.length > 1);
}

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const root = new URL("../../../../", import.meta.url);

function json<Value>(path: string): Value {
  return JSON.parse(readFileSync(new URL(path, root), "utf8")) as Value;
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      Manifest & {
        readonly hasInstallScript?: true;
        readonly integrity?: string;
        readonly link?: true;
        readonly dev?: true;
      }
    >
  >;
}

describe("S29: the packages (LiteLLM 1.82.7, postmark-mcp)", () => {
  const manifest = (name: string) => json<Manifest>(`packages/${name}/package.json`);

  it("have no dependencies in the core, and in the gateway at most six, each with the record of its decision", () => {
    expect(manifest("core").dependencies ?? {}).toEqual({});
    const foreign = Object.keys(manifest("gateway").dependencies ?? {}).filter(
      (name) => !name.startsWith("@toolglot/"),
    );
    expect(foreign.length).toBeLessThanOrEqual(6);
    const folder = new URL("docs/decisions/", root);
    const decisions = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    const undecided = foreign.filter((name) => !decisions.some((text) => text.includes(`depends on \`${name}\``)));
    expect(undecided).toEqual([]);
    expect(manifest("gateway").optionalDependencies).toBeUndefined();
  });

  it("pin exact versions, without transitive dependencies", () => {
    const lock = json<Lock>("package-lock.json").packages;
    for (const [name, version] of Object.entries(manifest("gateway").dependencies ?? {})) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      if (!name.startsWith("@toolglot/")) expect(lock[`node_modules/${name}`]?.dependencies ?? {}).toEqual({});
    }
  });

  it.each(["core", "toolbox", "gateway", "inspector", "cli"])("run nothing when %s is installed", (name) => {
    // This one runs where a package is packed, and builds it.
    expect(Object.keys(manifest(name).scripts ?? {})).toEqual(["prepack"]);
  });

  it("are locked by their content, and run no scripts of others when they are installed", () => {
    const all = Object.entries(json<Lock>("package-lock.json").packages);
    const used = all.filter(([path, { link, dev }]) => path.startsWith("node_modules/") && !link && !dev);
    expect(used.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
    expect(used.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  });
});

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { dialects } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { ROOT, read } from "./support/source.ts";

const tsc = (project: string): string => {
  try {
    return execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", project], { cwd: ROOT, encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
};

describe("the types of the library", () => {
  // `npm run types` compiles the same files with `exactOptionalPropertyTypes`, and from the sources.
  it("are assignable to those of the official SDKs and back, without exactOptionalPropertyTypes too", () => {
    expect(tsc("test/types")).toBe("");
  }, 120_000);

  it("know the aliases that the registry knows", () => {
    const [, body = ""] =
      /export interface DialectAliases \{([^}]+)\}/.exec(read("packages/core/src/dialects/wire.ts").text) ?? [];
    const typed = Object.fromEntries([...body.matchAll(/(\w+): "([a-z-]+)"/g)].map(([, alias, id]) => [alias, id]));
    expect(typed).toEqual(Object.fromEntries(dialects.flatMap(({ id, aliases }) => aliases.map((each) => [each, id]))));
  });
});

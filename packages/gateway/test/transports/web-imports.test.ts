import { expect, it } from "vitest";
import { importsOf, read } from "../../../../test/support/source.ts";

it("imports nothing of Node, directly or indirectly", () => {
  const { files, packages } = reachable("packages/gateway/src/web.ts");
  expect([...packages].toSorted()).toEqual([
    "@toolglot/core",
    "@toolglot/core/base",
    "@toolglot/core/compact",
    "aws4fetch",
    "jose",
    "yaml",
  ]);
  expect(files.filter((path) => /\b(?:process\.|Buffer\b|setImmediate|__dirname)/.test(code(path)))).toEqual([]);
});

/** All that a file imports when it runs: files of the workspace, and packages. */
function reachable(entry: string): { readonly files: readonly string[]; readonly packages: ReadonlySet<string> } {
  const files = [entry];
  const packages = new Set<string>();
  for (const path of files)
    for (const { specifier, target, typeOnly } of importsOf(read(path))) {
      if (typeOnly) continue;
      if (target === undefined) packages.add(specifier);
      else if (!files.includes(target)) files.push(target);
    }
  return { files, packages };
}

function code(path: string): string {
  return read(path).text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

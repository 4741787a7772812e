import { describe, expect, it } from "vitest";
import { importsOf, sourcesIn } from "./support/source.ts";

describe.each(["core", "toolbox", "gateway", "inspector", "cli"])("%s", (name) => {
  it("has no import cycles, counting type imports", () => {
    const folder = `packages/${name}/src/`;
    const imports = new Map(
      sourcesIn(folder).map((file) => [file.path, importsOf(file).flatMap(({ target }) => target ?? [])]),
    );
    expect(cyclesIn(imports).map((files) => files.map((path) => path.slice(folder.length)).join(" "))).toEqual([]);
  });
});

/** The sets of files that import each other, directly or indirectly (Tarjan's strongly connected components). */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const lower = (path: string, index: number) => lowest.set(path, Math.min(lowest.get(path) ?? index, index));
  const visit = (path: string): void => {
    const index = indexes.size;
    indexes.set(path, index);
    lowest.set(path, index);
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!indexes.has(target)) {
        visit(target);
        lower(path, lowest.get(target) ?? index);
      } else if (stack.includes(target)) lower(path, indexes.get(target) ?? index);
    }
    if (lowest.get(path) !== index) return;
    const component = stack.splice(stack.indexOf(path));
    if (component.length > 1) cycles.push(component.toSorted());
  };
  for (const path of imports.keys()) if (!indexes.has(path)) visit(path);
  return cycles;
}

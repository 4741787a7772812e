import { describe, expect, it } from "vitest";
import { sizeProblems } from "../bench/size.mjs";
import { arrange } from "../scripts/arrange.mjs";
import { withArrows } from "../scripts/arrows.mjs";
import { withInlined } from "../scripts/inline.mjs";
import { internalNames, withShortProperties } from "../scripts/internal-names.mjs";
import { withPlainNamespaces } from "../scripts/namespaces.mjs";
import { withShortNames } from "../scripts/private-names.mjs";

/** What `result` of a module is. */
function run(code: string): unknown {
  return new Function(`${code.replace(/^export .*$/gm, "")}\nreturn result;`)();
}

describe("arranged statements", () => {
  const code = [
    "const like = ['what the first and the last value have in common'];",
    "const size = 3;",
    "function double(value) { return value * factor; }",
    "const factor = 2;",
    "const table = { double };",
    "const doubled = table.double(size);",
    "const result = [doubled, ...['what the first and the last value have in common', like.length]];",
    "export { result };",
  ].join("\n");

  it("come after what they are computed from, through functions and tables too", () => {
    for (const taken of [["result"], ["table", "factor"], ["size", "doubled"]])
      for (const arranged of arrange(code, [new Set(taken)])) expect(run(arranged)).toEqual([6, expect.any(String), 1]);
  });

  it("are all there, and the exports come last", () => {
    const orders = arrange(code, [new Set(["result"])]);
    expect(orders.length).toBeGreaterThan(0);
    for (const order of orders) {
      const arranged = order.trim().split("\n");
      expect(arranged.toSorted()).toEqual(code.split("\n").toSorted());
      expect(arranged.at(-1)).toBe("export { result };");
    }
  });
});

describe("arrow functions", () => {
  it("come before whatever calls them when the code is loaded", () => {
    const code =
      "const result = [one(), one(2)]; function one(value = two()) { return { value }; } function two() { return 1; }";
    const arrows = withArrows(code);
    expect(arrows).not.toContain("function");
    expect(run(arrows)).toEqual([{ value: 1 }, { value: 2 }]);
  });

  it("take the place of functions without anything that those alone have", () => {
    const code = [
      "function* items() { yield 1; }",
      "function own() { return this; }",
      "function all() { return arguments.length; }",
      "const result = [...items(), own.call(2), all(1, 2, 3)].map(Number);",
    ].join("\n");
    expect(withArrows(code)).toBe(code);
  });
});

describe("values that one place uses", () => {
  /** What `result` is, and what is left of the code. */
  function inlined(...lines: string[]): { result: unknown; code: string } {
    const code = withInlined([...lines, "export { result };"].join("\n"));
    expect(run(code)).toEqual(run(lines.join("\n")));
    return { result: run(code), code };
  }

  it("stand in that place, if it is computed when the code is loaded", () => {
    const { code } = inlined(
      "const size = [3];",
      "const table = { size, double: [4] };",
      "const late = [5];",
      "const read = () => late;",
      "const result = [table, table, read(), read()];",
    );
    expect(code).not.toContain("const size");
    expect(code).toContain("const late");
  });

  it("are not classes, nor what is assigned", () => {
    const { code } = inlined(
      "const Node = class {};",
      "let last = 1;",
      "const next = () => { last++; };",
      "const count = (value) => [next(), value][1];",
      "const result = [Node, last, count(last)].map(String);",
    );
    expect(code).toContain("const Node");
    expect(code).toContain("let last");
  });

  it("are what functions compute of constant arguments, of any of them in the order of the call, and of new objects", () => {
    const { code } = inlined(
      "const pair = (one, two) => [one, two, one];",
      "const join = (one, two) => one + '-' + two;",
      "const keys = (table, name) => name in table;",
      "const all = (log, value) => [pair(value, 2), join(log.push(1), log.push(2)), keys({ value }, 'value')];",
      "const result = [all([], 1), all([], 2)];",
    );
    for (const name of ["pair", "join", "keys"]) expect(code).not.toContain(`const ${name} `);
  });

  it("are not what functions compute in another order, more or less often, or from what has changed since", () => {
    const { code } = inlined(
      "const swapped = (one, two) => [two, one];",
      "const twice = (one) => [one, one];",
      "const never = (one) => 1;",
      "const maybe = (test, one) => test && one;",
      "const later = (one) => () => one;",
      "const afterRead = (list, one) => [list.length, one];",
      "const set = (one) => { one = 2; return one; };",
      "const all = (log) => { const add = later(log.push(0)); let count = 1; const old = later(count); count = 2; return [swapped(log.push(1), log.push(2)), twice(log.push(3)), never(log.push(4)), maybe(log.length > 99, log.push(5)), add(), add(), afterRead(log, log.push(6)), set(log.length), old(), count]; };",
      "const result = [all([]), all([])];",
    );
    for (const name of ["swapped", "twice", "never", "maybe", "later", "afterRead", "set"])
      expect(code).toContain(`const ${name} `);
  });

  it("keep their variables apart from those of the caller", () => {
    const { code } = inlined(
      "const base = 10;",
      "const sums = (values, add) => values.map((value) => value + add);",
      "const hidden = (value) => value + base;",
      "const all = (value) => [sums([1, 2], value), ...[5].map((base) => hidden(base))];",
      "const result = [all(3), all(4), base];",
    );
    expect(code).not.toContain("const sums");
    expect(code).toContain("const hidden");
  });
});

describe("short names of private members", () => {
  const code = [
    "var Base = class { first() { return this.secretOne(); } secretOne() { return 1; } };",
    "var Derived = class extends Base { second() { return this.secretTwo() + this.first(); } secretTwo() { return 10; } };",
    "var Other = class { third() { return this.secretThree(); } secretThree() { return 100; } };",
    "var result = new Derived().second() + new Other().third();",
  ].join("\n");
  const short = withShortNames(code, new Set(["secretOne", "secretTwo", "secretThree"]));

  it("differ within a class and those that extend it", () => {
    expect(short).not.toContain("secret");
    expect(run(short)).toBe(111);
  });

  it("are the same in classes that have nothing to do with each other", () => {
    const [, base] = /first\(\) \{ return this\.(\w+)/.exec(short) ?? [];
    expect(short).toContain(`third() { return this.${base}()`);
  });

  it("are not given to members that something else than their class reads", () => {
    expect(withShortNames(`${code}\nvar read = ({ secretOne }) => secretOne;`, new Set(["secretOne"]))).toContain(
      "return this.secretOne()",
    );
  });
});

describe("names that only the package knows", () => {
  const names = (text: string, where: { isPublic?: boolean; isWire?: boolean } = {}, elsewhere: string[] = []) => [
    ...internalNames([{ text, isPublic: false, isWire: false, ...where }], new Set(elsewhere)),
  ];

  it("are those that its types and classes declare", () => {
    expect(names("interface Node { readonly lensPath: string; fold(): void } class Tree { rootNode = 1 }")).toEqual([
      "lensPath",
      "fold",
      "rootNode",
    ]);
  });

  it("are none of a public module, and only those of classes where types may describe what is sent", () => {
    const text = "interface Wire { mediaType: string } class Reader { openItem() {} }";
    expect(names(text, { isPublic: true })).toEqual([]);
    expect(names(text, { isWire: true })).toEqual(["openItem"]);
  });

  it("are none that others use, that globals have, or that do not look like names of code", () => {
    const text = "interface Node { lensPath: 1; toSorted: 1; lastIndex: 1; file_id: 1; Kind: 1; id: 1; flatten: 1 }";
    expect(names(text, {}, ["lensPath"])).toEqual(["flatten"]);
  });

  it("are short everywhere, and the same everywhere", () => {
    const code = [
      "const make = (lensPath, depthOf = 1) => ({ lensPath, depthOf, other: 2 });",
      "const read = ({ lensPath, depthOf: depth, missing = 4 }) => [lensPath, depth, missing];",
      "const result = [...read(make(3)), make(5).lensPath, make(6)?.depthOf];",
    ].join("\n");
    const short = withShortProperties(code, new Set(["lensPath", "depthOf", "missing"]));
    expect(short).not.toMatch(/\.lensPath|depthOf:|\?\.depthOf/);
    expect(run(short)).toEqual([3, 1, 4, 5, 1]);
  });

  it("stay where a text says them too, and differ from other properties", () => {
    const code =
      "const node = { E: 1, lensPath: 2, lensName: 3 }; const result = [node['lensPath'], node.lensName, node.E];";
    const short = withShortProperties(code, new Set(["lensPath", "lensName"]));
    expect(short).toContain("lensPath: 2");
    expect(short).not.toContain("lensName");
    expect(run(short)).toEqual([2, 3, 1]);
  });
});

describe("plain namespaces", () => {
  it("come after their values, and before what is computed with them", () => {
    const code = [
      "var codec = __exportAll({ decode: () => decode, size: () => size });",
      "function decode() { return codec.size; }",
      "const size = 3;",
      "const result = [codec.decode(), Object.keys(codec)];",
      "export { result };",
    ].join("\n");
    expect(run(withPlainNamespaces(code))).toEqual([3, ["decode", "size"]]);
  });
});

describe("the sizes of bundles", () => {
  it("are a problem beyond their limits only", () => {
    const within = { name: "calls", size: 25, limit: 25 };
    expect(sizeProblems([within])).toEqual([]);
    expect(sizeProblems([within, { name: "bridge", size: 80.06, limit: 80 }])).toEqual([
      "bridge: 80.1 KB gzipped, more than 80",
    ]);
  });
});

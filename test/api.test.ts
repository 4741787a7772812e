import { describe, expect, it } from "vitest";
import { apiPage, publicValues } from "../scripts/api.mjs";
import { read } from "./support/source.ts";

describe("the API page", () => {
  it("lists what the packages export: `node scripts/api.mjs` writes it anew", () => {
    expect(read("docs/api.md").text).toBe(`${apiPage().trimEnd()}\n`);
  });

  it.each(["packages/core/src/index.ts", "packages/core/src/mini.ts"])(
    "has an example of every function of %s",
    (file) => {
      const functions = publicValues(file).filter(({ kind }) => kind === "function");
      expect(functions.length).toBeGreaterThan(5);
      expect(functions.filter(({ text, example }) => text === "" || example === "").map(({ name }) => name)).toEqual(
        [],
      );
    },
  );
});

import { expect, it } from "vitest";
import { errorCodecs } from "../../src/dialects/errors.ts";
import { dialectIdOf, dialectNames } from "../../src/dialects/ids.ts";
import { dialects } from "../../src/dialects/index.ts";

// A program that has not loaded the dialects knows their names and errors: the same as they say themselves.

it("has the ids of all dialects, then their aliases", () => {
  expect(dialectNames()).toEqual([...dialects.map(({ id }) => id), ...dialects.flatMap(({ aliases }) => aliases)]);
});

it.each(dialects)("knows $id by its id and its aliases", ({ id, aliases }) => {
  expect([id, ...aliases].map(dialectIdOf)).toEqual([id, ...aliases].map(() => id));
});

it.each(dialects)("has the errors of $id", ({ id, errors }) => {
  expect(errorCodecs[id]).toBe(errors);
});

import { describe, expect, it } from "vitest";
import { argumentsFor } from "../../src/sim/arguments.ts";

describe("arguments for a schema that has no end", () => {
  it("come, where two references lead back to where they stand", () => {
    const schema = { $defs: { a: { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" };
    expect(typeof argumentsFor(schema)).toBe("object");
  });

  it("come, where an object demands two of its kind", () => {
    const schema = { type: "object", required: ["a", "b"], properties: { a: { $ref: "#" }, b: { $ref: "#" } } };
    expect(Object.keys(argumentsFor(schema))).toEqual(["a", "b"]);
  });
});

import { expect, it } from "vitest";
import { freeClass } from "../../src/fast/templates/free-classes.ts";

it.each([
  { id: "resp_0123456789abcdef", expected: "iresp_16h" },
  { id: "0123456789abcdef", expected: "i16h" },
  { id: "call-0123456789abcdef", expected: "icall-16h" },
  { id: "msg_0123456789abcdeF", expected: "imsg_16" },
  { id: "0123456-89abcdef", expected: "i16-" },
  { id: "call_1234567", expected: undefined },
  { id: `call_${"a".repeat(129)}`, expected: undefined },
  { id: "call_0123 456789", expected: undefined },
])("knows the prefix, the length and the characters of $id", ({ id, expected }) => {
  expect(freeClass(id, "id")).toBe(expected);
});

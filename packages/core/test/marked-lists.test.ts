import { describe, expect, it } from "vitest";
import { markOnce } from "../src/fast/marked-lists.ts";
import { asConstant, constantText } from "../src/json/constant.ts";
import { stringifyJson } from "../src/json/stringify.ts";
import type { CacheMarks } from "../src/model/caching-profile.ts";
import type { Json } from "../src/model/json.ts";

const marksNamed = (name: string): CacheMarks => ({
  form: { type: "field", name, value: { type: "ephemeral" } },
  tools: ["tools"],
  system: ["system"],
  messages: ["messages"],
  minTokens: 0,
  unmarkable: [],
});

/** Counts how often a list is marked. */
function marker() {
  let count = 0;
  const mark = (list: Json, { form }: CacheMarks): Json => {
    count++;
    return [...(list as readonly Json[]), { [form.name]: form.value }];
  };
  return { mark, count: () => count };
}

describe("a list with cache marks", () => {
  const [one, other] = [marksNamed("cache_control"), marksNamed("cachePoint")];

  it("is made once of a constant, for each form of marks, and stringified once", () => {
    const list = asConstant([{ name: "a" }]);
    const { mark, count } = marker();
    const marked = markOnce(list, one, mark);
    expect(marked).toEqual([{ name: "a" }, { cache_control: { type: "ephemeral" } }]);
    expect(markOnce(list, one, mark)).toBe(marked);
    expect(constantText(marked)).toBe(stringifyJson(marked));
    expect(markOnce(list, other, mark)).toEqual([{ name: "a" }, { cachePoint: { type: "ephemeral" } }]);
    expect(count()).toBe(2);
  });

  it("is made anew of a list that may change", () => {
    const list = [{ name: "a" }];
    const { mark, count } = marker();
    expect(markOnce(list, one, mark)).not.toBe(markOnce(list, one, mark));
    expect(count()).toBe(2);
  });

  it("stays the same list if nothing is marked", () => {
    const list = asConstant([{ name: "a" }]);
    expect(markOnce(list, one, (same) => same)).toBe(list);
  });
});

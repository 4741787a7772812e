import { describe, expect, it, vi } from "vitest";
import { fastFunctionsOf } from "../../packages/core/src/fast/all.ts";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";
import { haveTraffic, type Recorded, responses, streams } from "./recorded.ts";

/** How many of a hundred recorded answers may have an object that needs the tables of its dialect. */
const MOST_LEFT = 1;

describe.skipIf(!haveTraffic)("recorded answers are read and written in one pass, without tables", () => {
  it.each(DIALECTS)("whole answers of %s", (dialect) => {
    const left = leftTo(dialect, responses, ({ body }) => {
      createBridge({ client: clientOf(dialect), provider: dialect }).response(body);
    });
    expect(left).toEqual([]);
  });

  it.each(DIALECTS)("streams of %s", (dialect) => {
    const left = leftTo(dialect, streams, ({ body }) => {
      const stream = createBridge({ client: clientOf(dialect), provider: dialect }).stream();
      stream.push(body);
      stream.end();
    });
    expect(left).toEqual([]);
  });
});

function clientOf(provider: string): string {
  return provider === "anthropic" ? "openai-chat" : "anthropic";
}

/** The ids of the answers that are left to the tables, if they are more than may be. */
function leftTo<T>(dialect: string, all: readonly Recorded<T>[], run: (recorded: Recorded<T>) => void): string[] {
  const own = all.filter((each) => each.dialect === dialect);
  const { defaultLayout } = fastFunctionsOf(undefined);
  if (defaultLayout === undefined) throw new Error("the fast path is off");
  const spies = [vi.spyOn(defaultLayout, "readDefault"), vi.spyOn(defaultLayout, "writeDefault")];
  const left = own.filter((each) => {
    for (const spy of spies) spy.mockClear();
    run(each);
    return spies.some(({ mock }) => mock.results.some(({ value }) => value === undefined));
  });
  for (const spy of spies) spy.mockRestore();
  return left.length * 100 > own.length * MOST_LEFT ? left.map(({ id }) => id) : [];
}

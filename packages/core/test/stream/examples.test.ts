import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { jsonArrayFraming } from "../../src/stream/json-array.ts";
import { ndjsonFraming } from "../../src/stream/ndjson.ts";
import { JsonProgress } from "../../src/stream/partial-json.ts";
import { sseFraming } from "../../src/stream/sse.ts";
import { TextSource } from "../../src/stream/text.ts";

it.each<[file: string, subject: unknown, printed: readonly unknown[]]>([
  ["sse", sseFraming, ["ping", { n: 1 }]],
  ["ndjson", ndjsonFraming, [{ n: 1 }, { n: 2 }]],
  ["json-array", jsonArrayFraming, [{ n: 1 }, { n: 2 }]],
  ["text", TextSource, ["{", "😀}"]],
  ["partial-json", JsonProgress, ["open", "complete"]],
])("the example in %s.ts prints what it should", (file, subject, printed) => {
  const source = readFileSync(new URL(`../../src/stream/${file}.ts`, import.meta.url), "utf8");
  const [, example = ""] = /@example\n([\s\S]*?)\*\//.exec(source) ?? [];
  const lines: unknown[] = [];
  const log = (...text: unknown[]) => lines.push(...text);
  const name = (subject as { name: string }).name;
  new Function(name, "console", example.replace(/^\s*\* ?/gm, ""))(subject, { log });
  expect(lines).toEqual(printed);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";
import { difference } from "../support/diff.ts";
import { convertTools, decodeTools, encodeTools } from "../support/dynamic.ts";
import { isObject, type Json, mapObject, setOwn } from "../support/json.ts";
import type { Failure } from "../support/law-results.ts";
import { TOOL_LAYOUTS } from "../support/tool-layouts.ts";
import { runLaw } from "./run.ts";

const CASES = fileURLToPath(new URL("../../cases/tools", import.meta.url));

runLaw(
  { id: "law-1", sentence: "gives back what it read, unknown fields included", profiles: ["native", "strict"] },
  (_, { value }, { target }) => [
    ...identity(value, target.dialect, "as converted"),
    ...identity(value.map(sprinkle), target.dialect, "with unknown fields"),
  ],
);

const written = handWritten();

describe.runIf(written.length > 0)("gives back what it read in the hand-written cases", () => {
  test.each(written)("$name", ({ dialect, value }) => {
    expect(identity(value, dialect, "as written")).toEqual([]);
    expect(identity(value.map(sprinkle), dialect, "with unknown fields")).toEqual([]);
  });
});

function identity(value: Json[], dialect: string, how: string): Omit<Failure, "tool">[] {
  const decoded = decodeTools(value, { from: dialect }).value;
  const encoded = encodeTools(decoded, { to: dialect, profile: "passthrough" }).value as Json;
  const straight = convertTools(value, { from: dialect, to: dialect }).value as Json;
  return [
    ...differences(value, encoded, `decode and encode, ${how}`),
    ...differences(value, straight, `convert to itself, ${how}`),
  ];
}

function differences(value: Json[], back: Json, how: string): Omit<Failure, "tool">[] {
  return difference(value, back)
    .slice(0, 3)
    .map((pointer) => ({ pointer, message: `is not what it was after ${how}` }));
}

// One more field at every level, schemas and maps of schemas included.
function sprinkle(value: Json): Json {
  if (Array.isArray(value)) return value.map(sprinkle);
  if (!isObject(value)) return value;
  const copy = mapObject(value, sprinkle);
  setOwn(copy, "x-toolglot-unknown", { kept: [1, "two", null] });
  return copy;
}

function handWritten(): { name: string; dialect: string; value: Json[] }[] {
  if (!existsSync(CASES)) return [];
  const folders = readdirSync(CASES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) =>
    readdirSync(`${CASES}/${name}`)
      .filter((file) => TOOL_LAYOUTS[file.replace(/\.json$/, "")] !== undefined)
      .map((file) => ({
        name: `${name}/${file}`,
        dialect: file.replace(/\.json$/, ""),
        value: readCase(`${CASES}/${name}/${file}`),
      })),
  );
}

function readCase(file: string): Json[] {
  const content = JSON.parse(readFileSync(file, "utf8")) as Json;
  if (Array.isArray(content)) return content;
  return isObject(content) && Array.isArray(content.tools) ? content.tools : [content];
}

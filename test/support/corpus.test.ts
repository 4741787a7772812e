import { expect, test } from "vitest";
import { featuresOf, sample, sampleTools } from "./corpus.ts";

const PROMISED =
  "anyOf oneOf allOf not if then else $ref $defs definitions $anchor $id enum const pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum " +
  "multipleOf items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems additionalProperties patternProperties " +
  "propertyNames minProperties maxProperties dependentRequired dependentSchemas dependencies unevaluatedProperties nullable default examples example readOnly writeOnly " +
  "deprecated title description $schema $comment contentEncoding contentMediaType propertyOrdering optional strict";

test("has a tool of our own for each keyword", () => {
  const features = new Set(sampleTools().flatMap(({ tool }) => [...featuresOf(tool)]));
  expect(PROMISED.split(" ").filter((keyword) => !features.has(keyword))).toEqual([]);
});

test("takes the tools with the rarest features first, and always the same", () => {
  const tools = sampleTools();
  const first = sample(tools, 40).map(({ id }) => id);
  expect(sample([...tools].reverse(), 40).map(({ id }) => id)).toEqual(first);
  expect(first).toContain("own-pattern-properties");
  expect(sample(tools, 1000)).toHaveLength(tools.length);
});

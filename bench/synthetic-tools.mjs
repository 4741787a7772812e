// Synthetic tools, for machines without the corpus: they have the constructs of real tools in about the same proportions.
const PROSE =
  "Searches the archive and returns the newest entries first. Use it when the user asks for a document by its title; " +
  'for a search by meaning, use "find_similar" instead.\n\nNote: results are cut after 10 pages.';

const FIELDS = [
  { type: "string", description: PROSE, minLength: 1 },
  { type: "integer", description: "How many to return", minimum: 1, maximum: 100, default: 10 },
  { type: "string", enum: ["newest", "oldest", "relevance"], description: "The order" },
  { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }], description: "Nothing before this moment" },
  { type: "array", items: { type: "string", pattern: "^[a-z]+$" }, minItems: 1, uniqueItems: true },
  { type: "object", properties: { key: { type: "string" }, value: {} }, required: ["key"] },
  { type: "object", additionalProperties: { type: "string" }, description: "Headers" },
  { type: ["number", "null"], exclusiveMinimum: 0 },
  { $ref: "#/$defs/place", description: "Where" },
  { oneOf: [{ const: "all" }, { type: "array", items: { type: "integer" } }] },
];

/** The tool with this number. */
export function syntheticTool(index) {
  const names = Array.from({ length: 3 + (index % 7) }, (_, place) => (index * 3 + place) % FIELDS.length);
  const properties = Object.fromEntries(names.map((field) => [`field_${field}`, FIELDS[field]]));
  const required = Object.keys(properties).slice(0, 1 + (index % 3));
  const inputSchema = { type: "object", properties, required, ...defs(names), ...closed(index) };
  return { name: `tool_${index}`, description: PROSE.repeat(1 + (index % 3)), inputSchema };
}

function defs(names) {
  const place = { type: "object", properties: { lat: { type: "number" }, lon: { type: "number" } } };
  return names.includes(8) ? { $defs: { place } } : {};
}

function closed(index) {
  return index % 2 === 0 ? { additionalProperties: false, $schema: "http://json-schema.org/draft-07/schema#" } : {};
}

// What xgrammar cannot do, by name, so that all else that it refuses is a failure. llguidance has no such list.

const CONVERTER = "https://github.com/mlc-ai/xgrammar/blob/main/cpp/json_schema_converter.cc";

const COMPILING = [
  { limit: "bounds beyond 64 bits", says: /64-bit boundary/, link: CONVERTER },
  {
    limit: "an empty alternative in a pattern",
    says: /Expect element, but got \|/,
    link: "https://github.com/mlc-ai/xgrammar/issues/671",
  },
];

const TAKING = [
  { limit: "a format, seen in its own way", keyword: "format", link: CONVERTER },
  {
    limit: "alternatives and anchors in a pattern",
    keyword: "pattern",
    link: "https://github.com/mlc-ai/xgrammar/issues/826",
  },
];

/** The limit by which a schema is not compiled; `undefined` where it should have been. */
export function limitOnCompiling(error) {
  return COMPILING.find(({ says }) => says.test(error));
}

/** The limit by which a text is not taken, which it is without the keyword; `undefined` where it should have been. */
export async function limitOnTaking(schema, text, engine) {
  for (const limit of TAKING) {
    const { accepted = [] } = await engine.ask({ schema: without(schema, limit.keyword), texts: [text] });
    if (accepted[0] === true) return limit;
  }
  return undefined;
}

// A property may have the name of the keyword: its schema is an object.
function without(schema, keyword) {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === keyword && typeof value === "string" ? undefined : value,
  );
}

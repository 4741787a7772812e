import { basename } from "node:path";
import { type Json, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { definition, find, freshFolder, tool } from "./folder.ts";

const parameters = (more: object) => definition("broken", { parameters: { type: "object", properties: {}, ...more } });
const property = (schema: unknown) => parameters({ properties: { a: schema } });

/** What the documents of the format refuse, with the expected message. */
const REFUSED: readonly [what: string, printed: unknown, reason: RegExp][] = [
  ["nothing", "", /printed nothing/],
  ["no JSON", "usage: broken FILE", /invalid JSON/],
  ["JSON with something after it", `${JSON.stringify(definition("broken"))} done`, /invalid JSON/],
  ["JSON cut short", JSON.stringify(definition("broken")).slice(0, -3), /invalid JSON/],
  ["a byte order mark", `\uFEFF${JSON.stringify(definition("broken"))}`, /byte order mark/],
  ["a million levels", "[".repeat(1_000_000), /invalid JSON/],
  ["a list", [definition("broken")], /must be an object/],
  ["no name", definition("broken", { name: undefined }), /name/],
  ["a name that is a number", definition("broken", { name: 5 }), /name/],
  ["an empty name", definition("broken", { name: "" }), /needs a name/],
  ["a name with a dash", definition("bro-ken"), /letters, digits and '_'/],
  ["a name with a space", definition("bro ken"), /letters, digits and '_'/],
  ["a name with a path", definition("../broken"), /letters, digits and '_'/],
  ["no description", definition("broken", { description: undefined }), /description/],
  ["a description that is none", definition("broken", { description: ["a"] }), /description/],
  ["no parameters", definition("broken", { parameters: undefined }), /parameters/],
  ["parameters that are none", definition("broken", { parameters: true }), /parameters/],
  ["no type", parameters({ type: undefined }), /type 'object'/],
  ["another type", parameters({ type: "array" }), /type 'object'/],
  ["no properties", parameters({ properties: undefined }), /'properties'/],
  ["properties that are none", parameters({ properties: ["a"] }), /properties/],
  ["a property without a type", property({ description: "a" }), /properties\/a.*one type of/],
  ["a property of type null", property({ type: "null" }), /properties\/a\/type.*one type of/],
  ["a property of two types", property({ type: ["string", "integer"] }), /properties\/a\/type.*one type of/],
  ["a property of no known type", property({ type: "date" }), /properties\/a\/type.*one type of/],
  ["a property that is no schema", property("string"), /properties\/a/],
  ["a property that is just true", property(true), /properties\/a/],
  ["what is not declared required", parameters({ required: ["b"] }), /'b' is required but not defined/],
  ["required as a flag", property({ type: "string", required: true }), /required/],
  ["items of no type", property({ type: "array", items: {} }), /items.*one type of/],
  [
    "a nested property of no type",
    property({ type: "object", properties: { b: {} } }),
    /properties\/a\/properties\/b.*one type of/,
  ],
  [
    "what is not declared required in a nested object",
    property({ type: "object", properties: { b: { type: "string" } }, required: ["c"] }),
    /'c' is required but not defined/,
  ],
  [
    "what is not declared required in an item",
    property({ type: "array", items: { type: "object", properties: {}, required: ["c"] } }),
    /'c' is required but not defined/,
  ],
];

/** What the format does not use. */
const KEYWORDS: readonly [keyword: string, value: unknown][] = [
  ["$ref", "#/$defs/a"],
  ["$defs", {}],
  ["allOf", []],
  ["anyOf", [{ type: "string" }]],
  ["oneOf", [{ type: "string" }]],
  ["if", { type: "string" }],
  ["then", {}],
  ["else", {}],
  ["pattern", "^a$"],
  ["format", "email"],
  ["default", "a"],
  ["additionalProperties", false],
];

/** What the format does use. */
const TAKEN: readonly [what: string, schema: object][] = [
  ["a string", { type: "string", description: "Text value" }],
  ["an integer", { type: "integer", description: "Whole number" }],
  ["a number", { type: "number", description: "Decimal number" }],
  ["a boolean", { type: "boolean", description: "True or false" }],
  ["an enum", { type: "string", description: "Output format", enum: ["json", "text", "markdown"] }],
  ["an array", { type: "array", description: "List of file paths", items: { type: "string" } }],
  [
    "a nested object",
    {
      type: "object",
      description: "Filter options",
      properties: { include: { type: "string" }, exclude: { type: "string" } },
      required: ["include"],
    },
  ],
];

describe("a tool is refused, and the others go on loading, where --schema prints", () => {
  it.each(REFUSED)("%s", async (_, printed, reason) => {
    const folder = freshFolder();
    const file = tool(folder, "broken", printed);
    tool(folder, "fine", definition("fine"));
    const { tools, refusals } = await find([folder]);
    expect(tools.map(({ name }) => name)).toEqual(["fine"]);
    expect(refusals).toEqual([expect.objectContaining({ where: file, level: "error" })]);
    expect(refusals[0]?.reason).toMatch(reason);
  });

  it.each(KEYWORDS)("the keyword %s, which is named", async (keyword, value) => {
    const folder = freshFolder();
    tool(folder, "deep", { ...property({ type: "object", properties: { b: { type: "string", [keyword]: value } } }) });
    tool(folder, "root", parameters({ [keyword]: value }));
    const { tools, refusals } = await find([folder]);
    expect(tools).toEqual([]);
    expect(refusals.map(({ where }) => basename(where))).toEqual(["deep", "root"]);
    for (const { reason } of refusals) expect(reason).toContain(`'${keyword}' is not supported`);
  });
});

describe("a tool is taken with", () => {
  it.each(TAKEN)("%s", async (_, schema) => {
    const folder = freshFolder();
    tool(folder, "taken", definition("taken", { parameters: { type: "object", properties: { a: schema } } }));
    const { tools, refusals } = await find([folder]);
    expect(refusals).toEqual([]);
    expect(tools[0]?.inputSchema).toEqual({ type: "object", properties: { a: schema } });
  });

  it("the definition that the documents give as an example", async () => {
    const folder = freshFolder();
    const text = (description: string) => ({ type: "string", description });
    const properties = {
      file_path: text("Absolute or relative path to file"),
      old_string: text("Exact text to find and replace"),
      new_string: text("Text to replace old_string with"),
      replace_all: {
        type: "boolean",
        description: "Replace all occurrences (default: false, fails if not unique)",
      },
    };
    const required = ["file_path", "old_string", "new_string"];
    const description = "Edit a file by replacing exact text matches. You must read the file before editing.";
    const file = tool(folder, "file-edit", {
      name: "file_edit",
      description,
      parameters: { type: "object", properties, required },
    });
    const { tools, refusals } = await find([folder]);
    expect(refusals).toEqual([]);
    expect(tools).toEqual([
      {
        name: "file_edit",
        description,
        inputSchema: { type: "object", properties, required },
        hints: {},
        origin: { type: "executable", path: file, directory: folder },
        run: expect.any(Function),
      },
    ]);
  });

  it("no parameters at all", async () => {
    const folder = freshFolder();
    tool(folder, "now", definition("now", { parameters: { type: "object", properties: {} } }));
    expect((await find([folder])).tools).toHaveLength(1);
  });

  it("keywords that mean nothing here, which is warned of", async () => {
    const folder = freshFolder();
    tool(folder, "broken", property({ type: "integer", minimum: 1 }));
    const { tools, refusals } = await find([folder]);
    expect(tools).toHaveLength(1);
    expect(refusals).toEqual([expect.objectContaining({ name: "broken", level: "warning" })]);
    expect(refusals[0]?.reason).toContain("'minimum'");
  });

  it("the same key twice, which is warned of", async () => {
    const folder = freshFolder();
    tool(folder, "twin", `{"name":"other",${JSON.stringify(definition("twin")).slice(1)}`);
    const { tools, refusals } = await find([folder]);
    expect(tools[0]?.name).toBe("twin");
    expect(refusals[0]?.reason).toBe("duplicate key at /name; the last one is used");
  });

  it("every digit of its numbers", async () => {
    const folder = freshFolder();
    const printed = definition("exact", { parameters: { type: "object", properties: { n: { type: "integer" } } } });
    tool(folder, "exact", JSON.stringify(printed).replace('"integer"', '"integer","enum":[12345678901234567890]'));
    const { tools } = await find([folder]);
    expect(stringifyJson(tools[0]?.inputSchema as Json)).toContain('"enum":[12345678901234567890]');
  });
});

describe("hints", () => {
  it("are allowed next to the parameters", async () => {
    const folder = freshFolder();
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    tool(folder, "hinted", definition("hinted", { title: "Hinted", annotations, timeout: 60_000 }));
    const { tools, refusals } = await find([folder]);
    expect(refusals).toEqual([]);
    expect(tools[0]).toMatchObject({
      title: "Hinted",
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false, timeout: 60_000 },
    });
  });

  it("are warned of where seconds seem to be meant", async () => {
    const folder = freshFolder();
    tool(folder, "hinted", definition("hinted", { timeout: 30 }));
    const { tools, refusals } = await find([folder]);
    expect(tools[0]?.hints).toEqual({ timeout: 30 });
    expect(refusals[0]?.reason).toContain("/timeout: 30 milliseconds; write 30000 if seconds are meant");
  });

  it.each([
    ["annotations", { annotations: "readOnly" }, "/annotations: "],
    ["an annotation", { annotations: { readOnlyHint: "yes" } }, "/annotations/readOnlyHint: "],
    ["an unknown annotation", { annotations: { safe: true } }, "/annotations/safe: "],
    ["a timeout", { timeout: "5s" }, "/timeout: "],
    ["a timeout of nothing", { timeout: 0 }, "/timeout: "],
    ["an unknown field", { version: 1 }, "/version: unknown field, ignored"],
  ])("that make no sense are warned of: %s", async (_, more, reason) => {
    const folder = freshFolder();
    tool(folder, "hinted", definition("hinted", more));
    const { tools, refusals } = await find([folder]);
    expect(tools[0]?.hints).toEqual({});
    expect(refusals).toEqual([expect.objectContaining({ name: "hinted", level: "warning" })]);
    expect(refusals[0]?.reason).toContain(reason);
  });
});

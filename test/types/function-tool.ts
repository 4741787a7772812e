// The arguments of a tool that is a function have the type of its schema, and a misspelt field is named by the compiler.
import { functionTool } from "@toolglot/toolbox";
import { z } from "zod";

const about = { name: "now", description: "The time" };

functionTool({ ...about, inputSchema: z.object({ tz: z.string() }), call: ({ tz }) => tz.toUpperCase() });
functionTool({ ...about, inputSchema: { type: "object" }, call: ({ tz = null }) => tz });

// @ts-expect-error: the schema has no such property.
functionTool({ ...about, inputSchema: z.object({ tz: z.string() }), call: ({ zone }) => zone });

// @ts-expect-error: it is `call`.
functionTool({ ...about, inputSchema: { type: "object" }, run: () => "noon" });

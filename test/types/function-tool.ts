// The arguments of a tool that is a function have the type of its schema, and it has no other fields than those that are documented.
import { functionTool } from "@toolglot/toolbox";
import { z } from "zod";

const about = { name: "now", description: "The time" };

functionTool({ ...about, inputSchema: z.object({ tz: z.string() }), call: ({ tz }) => tz.toUpperCase() });
functionTool({ ...about, inputSchema: { type: "object" }, call: ({ tz = null }) => tz });

// @ts-expect-error: a function may only take arguments that its schema has.
functionTool({ ...about, inputSchema: z.object({ tz: z.string() }), call: ({ zone }) => zone });

// @ts-expect-error: a function under another name than `call` would never be called.
functionTool({ ...about, inputSchema: { type: "object" }, run: () => "noon" });

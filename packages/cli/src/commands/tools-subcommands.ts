import type { Subcommand } from "./command.ts";

/** The subcommands of `toolglot tools`. */
export type ToolsSubcommand = "list" | "show" | "call" | "schema" | "check" | "new" | "trust" | "lock";

/** What they do. */
export const TOOLS_SUBCOMMANDS: Readonly<Record<ToolsSubcommand, Omit<Subcommand, "name">>> = {
  list: { arguments: [], summary: "the tools, and why others are left out or look suspicious" },
  show: { arguments: ["NAME"], summary: "the complete definition of a tool, invisible characters included" },
  call: { arguments: ["NAME", "[JSON|-]"], summary: "run a tool with these arguments, and print the model's result" },
  schema: { arguments: [], summary: "the definitions in a dialect (--to); losses on standard error" },
  check: {
    arguments: ["DIR"],
    summary: "for authors: whether every file of a folder loads as a tool, and what each dialect would lose of it",
  },
  new: { arguments: ["NAME"], summary: "write a tool to start from (--lang), and print a call of it" },
  trust: {
    arguments: ["[DIR]"],
    summary:
      "show the content of a project's tool folder, and allow it to run (--yes: do not ask; --revoke: no longer; --list: all trusted folders)",
  },
  lock: { arguments: [], summary: "approve the tools as they are now" },
};

import { profileNames } from "../profiles.ts";
import type { Command } from "./command.ts";
import { confinement } from "./confinement.ts";
import { output } from "./output.ts";
import { toolSources } from "./tool-sources.ts";
import { TOOLS_SUBCOMMANDS } from "./tools-subcommands.ts";

const ABOUT = `Finds the tools for models: executables that print their definition for --schema, in
/usr/share/toolglot/tools, /usr/local/share/toolglot/tools, ~/.toolglot/tools, ./.toolglot/tools and
each --dir, where a later folder overrides an earlier one; and with --mcp the tools of MCP servers.

No program in a project's ./.toolglot/tools is run, not even with --schema, before you have trusted
that folder. Trust is stored in your state folder ($XDG_STATE_HOME/toolglot, or
~/.local/state/toolglot), never in the project, and ends when a file in the folder is changed, added
or removed.

Once tools are approved, a tool that is new or has a changed definition is not offered until it
is approved as well: not here, not by toolglot mcp, not by toolglot ask. Folders and files that
other users may write to are not used at all.
call exits with 1 if the tool failed, 124 on timeout, 130 on Ctrl-C.`;

export const tools: Command = {
  name: "tools",
  summary: "find, show, call, check, write, trust and approve tools",
  usage: "tools SUBCOMMAND [ARGUMENTS] [OPTIONS]",
  about: ABOUT,
  subcommands: Object.entries(TOOLS_SUBCOMMANDS).map(([name, each]) => ({ name, ...each })),
  examples: [
    "toolglot tools list --dir examples/tools",
    `toolglot tools call word_count '{"text":"two words"}' --dir examples/tools`,
    "toolglot tools schema --to anthropic --mcp servers.json --only search",
    "toolglot tools new word_count --lang python",
    "toolglot tools check examples/tools",
    "toolglot tools trust",
    "toolglot tools lock",
  ],
  options: {
    ...toolSources,
    dir: {
      value: "DIR",
      many: true,
      help: "an additional tool folder; repeatable; for new: where to write it, instead of ~/.toolglot/tools",
    },
    to: { value: "DIALECT", help: "for schema and check: the dialect (see: toolglot dialects)" },
    profile: { value: "PROFILE", help: `for schema and check: ${profileNames.join(", ")}` },
    variant: { value: "VARIANT", help: "for schema: a variant of the target's schema dialect" },
    timeout: { value: "MS", help: "for call: the timeout; default: the tool's own, or 30000" },
    "schema-timeout": { value: "MS", help: "how long an executable may take to print its definition; default: 5000" },
    ...confinement,
    lang: { value: "sh|python|node", help: "for new: the language of the tool; default: sh" },
    yes: { help: "for trust: do not ask" },
    list: { help: "for trust: list the trusted folders, and whether they have changed" },
    revoke: { help: "for trust: no longer run the tools of this folder" },
    follow: { help: "follow links to files outside of their folder" },
    json: { help: "print JSON on standard output" },
    ...output,
  },
  maxPositionals: 3,
  hidesEnvironment: true,
  load: () => import("../tools/run.ts"),
};

import { profileNames } from "../profiles.ts";
import type { Command } from "./command.ts";
import { confinement } from "./confinement.ts";

const ABOUT = `Finds the tools that models may use: executables that print their definition for --schema, in
/usr/share/toolglot/tools, /usr/local/share/toolglot/tools, ~/.toolglot/tools, ./.toolglot/tools and
each --dir, where a later folder wins; and with --mcp the tools of MCP servers.

Nothing of a project's ./.toolglot/tools is run, not even with --schema, before you have trusted
that folder. Trust is kept in your own state folder ($XDG_STATE_HOME/toolglot, or
~/.local/state/toolglot), never in the project, and ends when any file in the folder changes, comes
or goes.

  list               the tools, and why others are left out or look odd
  show NAME          all that a tool says of itself, hidden characters included
  call NAME [JSON|-] run a tool with these arguments, and print what a model would get
  schema --to D      the definitions as a dialect wants them; losses on standard error
  lock               approve the tools as they are now
  trust [DIR]        show what is in a project's folder of tools, and let it be run (--yes: without
                     asking; --revoke: no longer; --list: all folders that you have trusted)

Once tools are approved, one that is new or says something else of itself is not offered until it
is approved as well: not here, not by toolglot mcp, not by toolglot ask. A folder or file that
others may write to is not used at all.
call exits with 1 where the tool failed, 124 where it took too long, 130 on Ctrl-C.`;

export const tools: Command = {
  name: "tools",
  summary: "find, look at, call, trust and approve the tools that models may use",
  usage: "tools list|show NAME|call NAME [JSON|-]|schema --to DIALECT|lock|trust [DIR] [OPTIONS]",
  about: ABOUT,
  examples: [
    "toolglot tools list --dir examples/tools",
    `toolglot tools call file_edit '{"file_path":"a.txt","old_string":"a","new_string":"b"}' --dir examples/tools`,
    "toolglot tools schema --to anthropic --mcp servers.json --only search",
    "toolglot tools trust",
    "toolglot tools lock",
  ],
  options: {
    dir: { value: "DIR", many: true, help: "one more folder of tools; may be given several times" },
    only: { value: "NAMES", many: true, help: "these tools alone, with commas between them" },
    mcp: { value: "FILE", help: "the tools of these MCP servers too; the usual mcpServers JSON" },
    "mcp-timeout": {
      value: "MS",
      help: "how long each MCP server may take to begin, and to list its tools; 30000 and 10000",
    },
    lock: { value: "FILE", help: "the approved tools, instead of those in your state folder" },
    to: { value: "DIALECT", help: "for schema: the dialect (see: toolglot dialects)" },
    profile: { value: "PROFILE", help: `for schema: ${profileNames.join(", ")}` },
    variant: { value: "VARIANT", help: "for schema: one of the target's ways to take schemas" },
    timeout: { value: "MS", help: "for call: how long the tool may take; 30000, or what it says itself" },
    "schema-timeout": { value: "MS", help: "how long an executable may take to describe itself; 5000 unless told" },
    ...confinement,
    yes: { help: "for trust: do not ask" },
    list: { help: "for trust: the folders that you have trusted, and whether they have changed" },
    revoke: { help: "for trust: do not run the tools of this folder any more" },
    follow: { help: "follow links that lead out of their folder" },
    json: { help: "print JSON on standard output" },
  },
  maxPositionals: 3,
  hidesEnvironment: true,
  load: () => import("../tools/run.ts"),
};

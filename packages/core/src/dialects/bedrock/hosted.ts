import { defineLayout } from "../../mapping/layout.ts";
import { adoptHosted, type HostedTools } from "../../mapping/tools/hosted.ts";
import type { HostedFields } from "../../model/tool.ts";
import { profile } from "./profile.ts";

const dialect = "bedrock";

/** The name says which tool it is, as the type does elsewhere. */
const NAME = ["/systemTool/name"];

/** The tools that run at AWS: https://docs.aws.amazon.com/nova/latest/nova2-userguide/using-tools.html */
export const hosted: HostedTools = {
  dialect,
  kinds: { nova_grounding: "web-search", nova_code_interpreter: "code-execution" },
  ownTypes: /^nova_/,
  types: profile.hosted,
  settings: {
    "web-search": defineLayout({ dialect, ignored: NAME, fields: {} }),
    "code-execution": defineLayout({ dialect, ignored: NAME, fields: {} }),
  },
};

export function adopt(tool: HostedFields): HostedFields | undefined {
  return adoptHosted(hosted, tool);
}

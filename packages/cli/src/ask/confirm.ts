import type { AgentCall, Confirm, ConfirmResult, RunnableTool } from "@toolglot/toolbox";
import { escapeInvisible, escapeInvisibleLines } from "../output/escape.ts";
import { pretty } from "../output/pretty.ts";
import { screen } from "../output/screen.ts";
import { originText } from "../tools/definition.ts";
import { askLine, hasTerminal } from "./question.ts";

/** Asks the user before a tool that is not read-only runs; denies it if there is no terminal. */
export function confirmByUser(): Confirm {
  const always = new Set<string>();
  return async (call, tool, signal) => {
    if (always.has(tool.name)) return ALLOWED;
    if (!hasTerminal()) return NO_TERMINAL;
    const word = await askLine(question(call, tool), signal);
    if (/^a(lways)?$/i.test(word ?? "")) always.add(tool.name);
    return /^(y(es)?|a(lways)?)$/i.test(word ?? "") ? ALLOWED : DENIED;
  };
}

const ALLOWED: ConfirmResult = { allowed: true };
const DENIED: ConfirmResult = { allowed: false, reason: "the user did not allow this call" };
const NO_TERMINAL: ConfirmResult = {
  allowed: false,
  reason: "this tool is not marked as read-only, and there is no user to allow its calls",
};

// All arguments are shown, because the user must see what the call does.
function question({ input }: AgentCall, tool: RunnableTool): string {
  const { style, columns } = screen("stderr");
  const args = escapeInvisibleLines(pretty(input, columns));
  const asks = `Run ${style.bold(escapeInvisible(tool.name))} (${escapeInvisible(originText(tool))})?`;
  return `${args}\n${style.yellow(asks)} [y]es, [n]o, [a]lways this tool: `;
}

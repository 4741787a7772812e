import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { offered } from "../offered.mjs";
import { one, random } from "./notes.mjs";

const server = join(dirname(fileURLToPath(import.meta.url)), "../many-tools.mjs");
const TOOL = "lookup_boats_35";

/**
 * Sixty tools of an MCP server, which some agents hold back until the model has searched for them. The model calls one and gets
 * its result.
 */
export const toolSearch = {
  name: "tool-search",
  suits: ({ mcp }) => mcp !== undefined,
  plan: (given) => {
    const { agent } = given;
    const secret = random("secret");
    const { tool = agent.tool, search, ...setup } = agent.mcp("depot", [process.execPath, server, secret]);
    const searching = {
      answer: (body) => searchIn(body, search?.(TOOL)),
      done: (body) => offered(body, TOOL) !== undefined,
    };
    const calling = { calls: [{ name: TOOL, input: { number: 7 } }], done: [secret] };
    return { ...one({ ...given, agent: { ...agent, tool } }, [searching, calling]), ...setup };
  },
};

function searchIn(body, search) {
  const known = search !== undefined && offered(body, search.name) !== undefined;
  return known ? { calls: [search] } : { say: "There is no tool to search for tools." };
}

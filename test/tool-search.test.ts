import { createBridge, isObject, type JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { ToolIndex } from "../packages/core/src/conversation/search/tool-index.ts";
import type { ToolFields } from "../packages/core/src/model/tool.ts";
import { type CorpusTool, corpusTools } from "./support/corpus.ts";
import { someOf } from "./support/extent.ts";

/** As many tools as an agent with a dozen MCP servers has. */
const SESSION = 250;

interface Offered {
  readonly tool: ToolFields;
  readonly server: string;
}

/** The corpus as sessions of agents: each has the tools of some servers, which are their namespaces. */
function sessions(): Offered[][] {
  const offered = corpusTools().flatMap(offeredTool);
  const unique = [...new Map(offered.map((each) => [`${each.server} ${each.tool.name}`, each])).values()];
  const all: Offered[][] = [];
  for (let start = 0; start < unique.length; start += SESSION) all.push(unique.slice(start, start + SESSION));
  return all;
}

function offeredTool({ tool, source }: CorpusTool): Offered[] {
  if (typeof tool.name !== "string") return [];
  const server = source.replace(/^[a-z-]+:/, "");
  const description = typeof tool.description === "string" ? { description: tool.description } : {};
  const inputSchema = isObject(tool.inputSchema ?? null) ? (tool.inputSchema as JsonObject) : {};
  return [{ server, tool: { type: "function", name: tool.name, namespace: server, inputSchema, ...description } }];
}

const all = someOf(sessions(), 12);
const total = all.flat().length;

function found(isFound: (offered: Offered, index: ToolIndex) => boolean | undefined): {
  missed: string[];
  asked: number;
} {
  const missed: string[] = [];
  let asked = 0;
  for (const session of all) {
    const index = new ToolIndex(session.map(({ tool }) => tool));
    for (const offered of session) {
      const result = isFound(offered, index);
      if (result !== undefined) asked++;
      if (result === false) missed.push(`${offered.server} ${offered.tool.name}`);
    }
  }
  return { missed, asked };
}

describe.skipIf(total < SESSION)(`the search of ${total} tools in sessions of ${SESSION}`, () => {
  it("finds every tool by its name, among the first five", () => {
    const { missed, asked } = found(({ tool, server }, index) =>
      index.search(`${server} ${tool.name}`, 5).includes(tool),
    );
    expect([asked, missed]).toEqual([total, []]);
  });

  it("finds every tool by the words of its name and its description, among the first five", () => {
    const { missed, asked } = found(({ tool }, index) => {
      const words = `${tool.name.replace(/[^a-z0-9]+/gi, " ")} ${(tool.description ?? "").slice(0, 150)}`;
      return index.search(words, 5).includes(tool);
    });
    console.log(`${asked - missed.length} of ${asked} tools are found by their words`);
    // Some servers have several tools that say the same of themselves.
    expect(missed.length / asked).toBeLessThan(0.01);
  });

  it("finds tools of every server by its name", () => {
    const servers = new Map<string, boolean>();
    for (const session of all) {
      const index = new ToolIndex(session.map(({ tool }) => tool));
      for (const server of new Set(session.map((each) => each.server)))
        servers.set(
          server,
          index.search(server, 5).some(({ namespace }) => namespace === server),
        );
    }
    expect([...servers].filter(([, isFound]) => !isFound).map(([server]) => server)).toEqual([]);
  });

  it("takes a small part of the tokens that the whole list takes", () => {
    const sizes = all.slice(0, 10).map((session) => {
      const tools = session.map(({ tool, server }) => ({
        name: `${server}_${tool.name}`.replace(/[^a-zA-Z0-9_-]/g, "_").slice(-64),
        description: tool.description ?? "",
        input_schema: { ...(tool.type === "function" ? (tool.inputSchema as JsonObject) : {}), type: "object" },
        defer_loading: true,
      }));
      const body = { model: "c", max_tokens: 9, tools, messages: [{ role: "user", content: "Hi" }] } as JsonObject;
      const size = (more: object) => {
        const { value } = createBridge({
          client: "anthropic",
          provider: "openai-chat",
          providerModel: "m",
          ...more,
        }).request(body);
        return JSON.stringify(value.tools).length;
      };
      return { before: size({}), after: size({ emulateToolSearch: { moreThan: 10 } }) };
    });
    for (const { before, after } of sizes) expect(after).toBeLessThan(before / 20);
    const sum = (key: "before" | "after") => sizes.reduce((all, each) => all + each[key], 0);
    console.log(`tool lists of ${sizes.length} sessions: ${sum("before")} characters before, ${sum("after")} after`);
  });
});

describe("the search", () => {
  const tools: ToolFields[] = [
    { type: "function", name: "createIssue", namespace: "github", description: "Files a new bug.", inputSchema: {} },
    {
      type: "function",
      name: "list_events",
      namespace: "calendar",
      description: "Lists what is planned.",
      inputSchema: {},
    },
    {
      type: "function",
      name: "send",
      namespace: "mail",
      description: "Sends a letter.",
      inputSchema: { properties: { recipient: {} } },
    },
  ];
  const names = (query: string, limit = 5) => new ToolIndex(tools).search(query, limit).map(({ name }) => name);

  it.each([
    ["createIssue", "createIssue"],
    ["create_issue", "createIssue"],
    ["github", "createIssue"],
    ["report a BUG", "createIssue"],
    ["event", "list_events"],
    ["calendars", "list_events"],
    ["mail:send", "send"],
    ["recipients", "send"],
  ])("finds by %s", (query, name) => {
    expect(names(query)[0]).toBe(name);
  });

  it("finds nothing by other words, by none, and no more than it is asked for", () => {
    expect([names("weather"), names(""), names("?!")]).toEqual([[], [], []]);
    expect(names("github calendar mail", 2)).toHaveLength(2);
  });
});

import { describe, expect, it } from "vitest";
import { byExtent } from "../../../../test/support/extent.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { DIALECTS, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";

const NAMES = ["ann", "bob"] as const;
/** As many of each. */
const REQUESTS = byExtent({ quick: 20, sample: 60, all: 60 });

describe("S25: two keys (MCP TS SDK CVE-2026-25536, LiteLLM CVE-2026-35030)", () => {
  it.each(DIALECTS)("that are used at once each get their own response, in %s", async (dialect) => {
    const keys = await Promise.all(
      NAMES.map(async (name) => ({ name, sha256: await sha256(`key-of-${name}`), concurrency: 0 })),
    );
    const { gateway } = await startGatewayAndSim({ keys });
    const ask = async (index: number) => {
      const [name, provider] = [NAMES[index % 2], DIALECTS[index % 5]];
      const says = `<${name} ${index}>`;
      const { path, body } = requestFor(dialect, { model: `${provider}/x`, streams: index % 3 === 0, prompt: says });
      const reply = await post(gateway.url, path, body, { headers: { "x-api-key": `key-of-${name}` } });
      const text = await reply.text();
      return { says, heard: [...new Set(text.match(/(?:<|\\u003c)(?:ann|bob) \d+(?:>|\\u003e)/g))] };
    };
    const all = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => ask(index)));
    // In a stream the text may come in pieces; a complete text must be the client's own.
    expect(all.filter(({ says, heard }) => heard.some((each) => each !== says))).toEqual([]);
    expect(all.some(({ heard }) => heard.length === 1)).toBe(true);
    const reported = await gateway.requests(REQUESTS);
    expect(reported.filter(({ key }) => key === "ann")).toHaveLength(REQUESTS / 2);
  });

  it("with tools of the same name each get their own", async () => {
    const keys = await Promise.all(
      NAMES.map(async (name) => ({ name, sha256: await sha256(`key-of-${name}`), concurrency: 0 })),
    );
    const { gateway, sim } = await startGatewayAndSim({ keys });
    for (const name of [...NAMES, ...NAMES]) {
      const { path, body } = requestFor("anthropic", { model: "gemini/x", streams: false });
      const tools = [
        {
          name: "lookup",
          description: `for ${name}`,
          input_schema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] },
        },
      ];
      const reply = await post(gateway.url, path, { ...body, tools }, { headers: { "x-api-key": `key-of-${name}` } });
      const other = name === "ann" ? "bob" : "ann";
      expect(await reply.text()).not.toContain(other);
      expect(sim.requests.at(-1)?.body).not.toContain(other);
    }
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { CLIENTS } from "../../../toolbox/test/mcp/sdk-clients.ts";
import { ended, fileWith, start, toolglot } from "../run.ts";
import { toolFolder } from "./tools.ts";

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe("toolglot mcp --http", () => {
  it("serves each of the official clients", async () => {
    const { url } = await listening();
    for (const [name, connect] of Object.entries(CLIENTS)) {
      const client = await connect({ url });
      closing.push(() => client.close());
      const { tools } = await client.listTools();
      expect(
        tools.map((tool) => tool.name),
        name,
      ).toEqual(["echo", "fail", "hang"]);
      const echo = await client.callTool({ name: "echo", arguments: { text: "hello" } });
      expect(JSON.parse(echo.content[0]?.text ?? ""), name).toEqual({ tool_success: true, result: { text: "hello" } });
    }
  });

  it("reports what to do if the port is in use", async () => {
    const { url } = await listening();
    const { code, stdout, stderr } = await toolglot(`mcp --http ${new URL(url).port}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("is already in use; use another one, or any that is free (--http 0)");
  });

  it("listens to other machines only if configured", async () => {
    const { code, stderr } = await toolglot("mcp --http 0 --host 0.0.0.0");
    expect(code).toBe(1);
    expect(stderr).toContain("--insecure");
  });

  it("writes nothing to standard output, and exits on SIGTERM", async () => {
    const { child, outcome } = await listening();
    child.kill("SIGINT");
    expect(await outcome).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("toolglot mcp", () => {
  it("refuses what it does not understand", async () => {
    expect(await toolglot("mcp --http many")).toMatchObject({ code: 2 });
    expect(await toolglot("mcp --host 127.0.0.1")).toMatchObject({ code: 2 });
  });

  it("reports mistakes in the server config with their place", async () => {
    const file = fileWith('{"mcpServers":{"a":{"args":[]}}}', "servers.json");
    const { code, stdout, stderr } = await toolglot(`mcp --mcp ${file}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("servers.json: mcpServers.a.command: is missing");
  });
});

async function listening() {
  const folder = toolFolder();
  // With a home of its own, so that tools of the user are not served.
  const child = start(["mcp", "--dir", folder, "--http", "0"], [], { env: { ...process.env, HOME: folder } });
  closing.push(() => child.kill("SIGKILL"));
  const outcome = ended(child);
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (text: string) => {
      output += text;
      const [found] = /http:\/\/\S+/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("close", () => reject(new Error(output)));
  });
  return { child, outcome, url };
}

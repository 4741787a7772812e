import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";

let server: SimServer;

beforeAll(async () => {
  server = await startSimulator();
});

afterAll(() => server.close());

function chat(model: string, options: RequestInit = {}): Promise<Response> {
  const body = JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "hi" }] });
  return fetch(`${server.url}/v1/chat/completions`, { method: "POST", body, ...options });
}

describe("the simulated provider as a server", () => {
  it("resets the connection after n events, which are still received", async () => {
    const response = await chat("fault-reset@3");
    const decoder = new TextDecoder();
    let text = "";
    const read = async () => {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    };
    await expect(read()).rejects.toThrow();
    expect(text.match(/^data: /gm)).toHaveLength(3);
    expect(await server.requests.at(-1)?.ended).toBe("broken");
  });

  it("closes the connection cleanly within a response", async () => {
    const text = await (await chat("fault-eof@2")).text();
    expect(text.match(/^data: /gm)).toHaveLength(2);
    expect(await server.requests.at(-1)?.ended).toBe("sent");
  });

  it("notices when its client closes the connection", async () => {
    const control = new AbortController();
    const response = await chat("fault-stall@1", { signal: control.signal });
    await response.body?.getReader().read();
    const record = server.requests.at(-1);
    expect(record?.gone).toBe(false);
    control.abort();
    expect(await record?.ended).toBe("gone");
    expect(record?.gone).toBe(true);
  });

  it("records its requests", async () => {
    await (await chat("sim-1", { headers: { "x-mark": "here" } })).text();
    const record = server.requests.at(-1);
    expect(record).toMatchObject({ method: "POST", path: "/v1/chat/completions", headers: { "x-mark": "here" } });
    expect(JSON.parse(record?.body ?? "")).toMatchObject({ model: "sim-1" });
  });

  it("accepts scripts", async () => {
    const body = JSON.stringify({ responses: [{ content: "as written" }] });
    await fetch(`${server.url}/_sim/expect`, { method: "POST", body });
    expect(await (await chat("sim-1")).text()).toContain("as written");
  });

  it("sends a decompression bomb", async () => {
    const response = await chat("fault-bomb@1");
    let length = 0;
    const read = async () => {
      for await (const chunk of response.body ?? []) length += chunk.length;
    };
    await read().catch(() => {});
    expect(length).toBeGreaterThan(1_000_000);
  });
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { folder } from "./folder.ts";

it("each file that cannot be used is a trouble of its own, which says what is in it", async () => {
  const inTheWay = join(await folder(), "no-folder");
  await writeFile(inTheWay, "");
  const { url } = await startGateway({
    providers: { sim: { dialect: "openai-responses", baseUrl: "sim:", remembers: false } },
    store: { file: join(inTheWay, "responses.log") },
  });
  const body = JSON.stringify({ model: "sim/default", input: "Hello" });
  const headers = { "content-type": "application/json" };
  expect((await fetch(`${url}/v1/responses`, { method: "POST", headers, body })).status).toBe(200);
  const troubles = async () => ((await (await fetch(`${url}/readyz`)).json()) as { troubles?: object }).troubles;
  await expect.poll(troubles, { timeout: 30_000 }).toMatchObject({
    store: expect.stringMatching(/^stored responses are kept in memory, because .*(ENOTDIR|EEXIST)/),
    "store.usage": expect.stringMatching(/^counts of usage are kept in memory/),
    "store.reasoning": expect.stringMatching(/^pieces of reasoning are kept in memory/),
  });
});

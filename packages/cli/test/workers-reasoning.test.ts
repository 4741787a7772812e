import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { fileWith } from "./run.ts";
import { post } from "./serving.ts";
import { CLOSE, served, startTwoWorkers, untilServed } from "./workers.ts";

const CALL = { id: "call_0", type: "function", function: { name: "ls", arguments: "{}" } };
const TOOLS = [{ type: "function", function: { name: "ls", parameters: { type: "object", properties: {} } } }];
const REASONING = "I have to look at the files first.";
const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "deepseek-chat",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      message: { role: "assistant", content: null, tool_calls: [CALL], reasoning_content: REASONING },
    },
  ],
};
const DONE = {
  ...ANSWER,
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "There is one file." } }],
};
const HISTORY = [
  { role: "user", content: "What is here?" },
  { role: "assistant", content: null, tool_calls: [CALL] },
  { role: "tool", tool_call_id: "call_0", content: "a.txt" },
];

/** A provider that reasons and calls a tool once in a conversation, and the requests that it got. */
async function startProvider(): Promise<{ readonly url: string; readonly bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text) => {
      body += text;
    });
    request.on("end", () => {
      bodies.push(body);
      const answer = body.includes(CALL.id) ? DONE : ANSWER;
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTest(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies };
}

it.skipIf(process.platform !== "linux")(
  "what a model has thought is found by the worker that was told of none before",
  { timeout: 120_000 },
  async () => {
    const { url, bodies } = await startProvider();
    const config = `providers:\n  deepseek: { dialect: openai-chat, baseUrl: "${url}", apiKey: a-key }\n`;
    const gateway = await startTwoWorkers(["--config", fileWith(config, "toolglot.yaml")]);
    afterTest(() => gateway.child.kill("SIGKILL"));
    let asked = 0;
    const ask = async (messages: readonly object[]) => {
      const body = { model: "deepseek/deepseek-chat", messages, tools: TOOLS };
      const response = await post(`${gateway.url}/v1/chat/completions`, body, CLOSE);
      expect(response.status, await response.clone().text()).toBe(200);
      await response.text();
      await untilServed(gateway, ++asked);
    };
    await ask(HISTORY.slice(0, 1));
    const [first] = served(gateway);
    // What a worker has recorded reaches the others soon, and nobody is told when.
    const isFound = () => served(gateway).at(-1) !== first && bodies.at(-1)?.includes(REASONING) === true;
    for (let tries = 0; tries < 200 && !isFound(); tries++) await ask(HISTORY);
    expect([isFound(), served(gateway)]).toEqual([true, expect.arrayContaining(["1", "2"])]);
  },
);

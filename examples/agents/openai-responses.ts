import { formatToolResult, parseToolCalls } from "@toolglot/core";
import { discover, envelope, Registry } from "@toolglot/toolbox";
import OpenAI from "openai";

// Only the tools that are marked as read-only, because nobody is asked before a call.
const found = await discover({ directories: ["examples/tools"] });
const registry = new Registry(found.tools.filter(({ hints }) => hints.readOnly));
const { value: tools, names, lift } = registry.encode({ to: "openai-responses", profile: "strict" });

const [model = "sim/tools", prompt = "What time is it now?"] = process.argv.slice(2);
const openai = new OpenAI({ baseURL: process.env.OPENAI_BASE_URL ?? "http://127.0.0.1:4141/v1", apiKey: "toolglot" });
let input: OpenAI.Responses.ResponseInput = [{ role: "user", content: prompt }];
let previous: string | null = null;

for (let turn = 0; ; turn++) {
  if (turn === 10) throw new Error("no answer after ten turns");
  // The conversation so far is stored, by OpenAI as by the gateway.
  const response: OpenAI.Responses.Response = await openai.responses.create({
    model,
    input,
    tools,
    previous_response_id: previous,
  });
  const calls = parseToolCalls(response, { from: "openai-responses" });
  if (calls.length === 0) {
    console.log(response.output_text);
    break;
  }
  [previous, input] = [response.id, []];
  for (const { id, name, input: args } of calls) {
    const outcome = await registry.call(names.get(name)?.name ?? name, lift(name, args ?? null));
    const result = { id, name, content: envelope(outcome), isError: !outcome.success };
    input.push(formatToolResult(result, { to: "openai-responses" }));
  }
}

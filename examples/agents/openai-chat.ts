import { formatToolResult, parseToolCalls } from "@toolglot/core";
import { discover, envelope, Registry } from "@toolglot/toolbox";
import OpenAI from "openai";

// Only the tools that are marked as read-only, because nobody is asked before a call.
const found = await discover({ directories: ["examples/tools"] });
const registry = new Registry(found.tools.filter(({ hints }) => hints.readOnly));
const { value: tools, names, lift } = registry.encode({ to: "openai-chat", profile: "strict" });

const [model = "sim/tools", prompt = "What time is it now?"] = process.argv.slice(2);
const openai = new OpenAI({ baseURL: process.env.OPENAI_BASE_URL ?? "http://127.0.0.1:4141/v1", apiKey: "toolglot" });
const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: prompt }];

for (let turn = 0; ; turn++) {
  if (turn === 10) throw new Error("no answer after ten turns");
  const response = await openai.chat.completions.create({ model, messages, tools });
  const message = response.choices[0]?.message;
  if (message === undefined) throw new Error("the response has no choice");
  messages.push(message);

  const calls = parseToolCalls(message, { from: "openai-chat" });
  if (calls.length === 0) {
    console.log(message.content);
    break;
  }
  for (const { id, name, input } of calls) {
    const outcome = await registry.call(names.get(name)?.name ?? name, lift(name, input ?? null));
    const result = { id, name, content: envelope(outcome), isError: !outcome.success };
    messages.push(formatToolResult(result, { to: "openai-chat" }));
  }
}

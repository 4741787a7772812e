import Anthropic from "@anthropic-ai/sdk";
import { formatToolResult, parseToolCalls } from "@toolglot/core";
import { discover, envelope, Registry } from "@toolglot/toolbox";

// Only the tools that are marked as read-only, because nobody is asked before a call.
const found = await discover({ directories: ["examples/tools"] });
const registry = new Registry(found.tools.filter(({ hints }) => hints.readOnly));
const { value: tools, names, lift } = registry.encode({ to: "anthropic" });

const [model = "sim/tools", prompt = "What time is it now?"] = process.argv.slice(2);
const anthropic = new Anthropic({
  baseURL: process.env.ANTHROPIC_BASE_URL ?? "http://127.0.0.1:4141",
  apiKey: "toolglot",
});
const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];

for (let turn = 0; ; turn++) {
  if (turn === 10) throw new Error("no answer after ten turns");
  const message = await anthropic.messages.create({ model, max_tokens: 4096, messages, tools });
  messages.push({ role: "assistant", content: message.content });

  const calls = parseToolCalls(message, { from: "anthropic" });
  if (calls.length === 0) {
    console.log(message.content.map((block) => (block.type === "text" ? block.text : "")).join(""));
    break;
  }
  // All results of a turn are in one message: https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
  const content: Anthropic.ContentBlockParam[] = [];
  for (const { id, name, input } of calls) {
    const outcome = await registry.call(names.get(name)?.name ?? name, lift(name, input ?? null));
    const result = { id, name, content: envelope(outcome), isError: !outcome.success };
    content.push(...formatToolResult(result, { to: "anthropic" }).content);
  }
  messages.push({ role: "user", content });
}

import { formatToolResult, parseToolCalls } from "@toolglot/core";
import { discover, envelope, Registry } from "@toolglot/toolbox";
import { type Message, Ollama } from "ollama";

// Only the tools that are marked as read-only, because nobody is asked before a call.
const found = await discover({ directories: ["examples/tools"] });
const registry = new Registry(found.tools.filter(({ hints }) => hints.readOnly));
const { value: tools, names, lift } = registry.encode({ to: "ollama" });

const [model = "sim/tools", prompt = "What time is it now?"] = process.argv.slice(2);
const ollama = new Ollama({ host: process.env.OLLAMA_HOST ?? "http://127.0.0.1:4141" });
const messages: Message[] = [{ role: "user", content: prompt }];

for (let turn = 0; ; turn++) {
  if (turn === 10) throw new Error("no answer after ten turns");
  const response = await ollama.chat({ model, messages, tools });
  messages.push(response.message);

  const calls = parseToolCalls(response, { from: "ollama" });
  if (calls.length === 0) {
    console.log(response.message.content);
    break;
  }
  for (const { id, name, input } of calls) {
    const outcome = await registry.call(names.get(name)?.name ?? name, lift(name, input ?? null));
    const result = { id, name, content: envelope(outcome), isError: !outcome.success };
    messages.push(formatToolResult(result, { to: "ollama" }));
  }
}

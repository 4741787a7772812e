import { type Content, GoogleGenAI, type Part } from "@google/genai";
import { formatToolResult, parseToolCalls } from "@toolglot/core";
import { discover, envelope, Registry } from "@toolglot/toolbox";

// Only the tools that are marked as read-only, because nobody is asked before a call.
const found = await discover({ directories: ["examples/tools"] });
const registry = new Registry(found.tools.filter(({ hints }) => hints.readOnly));
const { value: tools, names, lift } = registry.encode({ to: "gemini" });

const [model = "sim/tools", prompt = "What time is it now?"] = process.argv.slice(2);
const baseUrl = process.env.GOOGLE_GEMINI_BASE_URL ?? "http://127.0.0.1:4141";
const google = new GoogleGenAI({ apiKey: "toolglot", httpOptions: { baseUrl } });
const contents: Content[] = [{ role: "user", parts: [{ text: prompt }] }];

for (let turn = 0; ; turn++) {
  if (turn === 10) throw new Error("no answer after ten turns");
  const response = await google.models.generateContent({ model, contents, config: { tools } });
  const content = response.candidates?.[0]?.content;
  if (content === undefined) throw new Error("the response has no candidate");
  contents.push(content);

  const calls = parseToolCalls(response, { from: "gemini" });
  if (calls.length === 0) {
    console.log(response.text);
    break;
  }
  const parts: Part[] = [];
  for (const { id, name, input } of calls) {
    const outcome = await registry.call(names.get(name)?.name ?? name, lift(name, input ?? null));
    const result = { id, name, content: envelope(outcome), isError: !outcome.success };
    parts.push(...formatToolResult(result, { to: "gemini" }).parts);
  }
  contents.push({ role: "user", parts });
}

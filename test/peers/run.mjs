// What becomes of tool calls between Anthropic's API and Chat Completions, with Toolglot and with others: `npm run compare`. It prints the
// table of docs/why.md; nothing leaves this machine.
import { AiSdk } from "./ai-sdk.mjs";
import { checks } from "./checks.mjs";
import { startClaudeCodeRouter, startLiteLlm, startToolglot } from "./gateways.mjs";
import { startProvider } from "./provider.mjs";

const provider = await startProvider();
const subjects = [];
try {
  for (const start of [startToolglot, startLiteLlm, startClaudeCodeRouter, AiSdk.start])
    subjects.push(await start(provider.url));
  console.log(row("", ...subjects.map(({ title }) => title)));
  console.log(row("---", ...subjects.map(() => "---")));
  for (const check of checks) {
    const results = [];
    for (const subject of subjects) results.push(await resultOf(check, subject));
    console.log(row(check.title, ...results));
  }
} finally {
  for (const subject of subjects) await subject.stop();
  await provider.stop();
}

async function resultOf(check, subject) {
  provider.expect(check);
  try {
    const seen = await subject.run(check);
    if (process.env.VERBOSE)
      console.error(check.title, "|", subject.title, JSON.stringify({ seen, got: provider.got }));
    return check.judge({ ...seen, got: provider.got });
  } catch (error) {
    return `failed: ${error.message.split("\n")[0].slice(0, 80)}`;
  }
}

function row(...cells) {
  return `| ${cells.join(" | ")} |`;
}

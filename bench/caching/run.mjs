// How much of a prompt the next turn repeats byte by byte, and where prompt caches are marked, in a session of an agent with 30 turns,
// by client and provider. Build first: npx tsc -b packages/core
import { DIALECTS, marksIn, promptOf, sentSession, sharedPart } from "./session.mjs";

const TURNS = 30;
const MODELS = { bedrock: "anthropic.claude-sonnet-5-5-v1:0" };

console.log(`| client → provider | ${DIALECTS.join(" | ")} |\n|---|${DIALECTS.map(() => "---").join("|")}|`);
for (const client of DIALECTS)
  console.log(`| ${[client, ...DIALECTS.map((provider) => cell(client, provider))].join(" | ")} |`);

function cell(client, provider) {
  const bodies = sentSession({ client, provider, model: MODELS[provider] ?? "m", caching: { key: "a-key" } }, TURNS);
  const prompts = bodies.map(({ value }) => promptOf(value));
  const shares = prompts.slice(1).map((prompt, index) => sharedPart(prompts[index], prompt));
  const least = `${(100 * Math.min(...shares)).toFixed(1)} %`;
  const last = bodies.at(-1).value;
  const marks = marksIn(last);
  if (marks.length > 0) return `${least}, ${marks.join(" ")} of ${last.messages.length}`;
  return last.prompt_cache_key === undefined ? least : `${least}, key`;
}

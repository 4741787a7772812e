// The recorded answers and streams of the shared corpus.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TRAFFIC = fileURLToPath(new URL("../../shared/corpus/traffic.dev.jsonl", import.meta.url));

const DIALECTS = {
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  "anthropic-messages": "anthropic",
  gemini: "gemini",
  "ollama-chat": "ollama",
};

/** Where the next answer begins in a recording of several. */
const NEXT_ANSWER = /(?<=\n)(?=event: (?:message_start|response\.created)\n)/;

/** Whole answers and streams that providers sent with success, each with its dialect; none, loudly, without the corpus. */
export function recordedAnswers() {
  if (!existsSync(TRAFFIC)) {
    console.error(`\n*** ${TRAFFIC} is absent: there is no recorded traffic to look at ***\n`);
    return [];
  }
  const recordings = readFileSync(TRAFFIC, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return recordings.filter(isAnswer).flatMap(answersOf);
}

function isAnswer({ api, provider, kind, response: { status = 200 } }) {
  return DIALECTS[api] !== undefined && provider !== "openrouter" && kind === "recorded" && status < 300;
}

function answersOf(recording) {
  const { id, api, provider, model, streaming, response } = recording;
  const answer = { id, dialect: DIALECTS[api], provider, model };
  if (streaming) return streamsOf(recording).map((stream) => ({ ...answer, stream }));
  const { json } = response;
  return typeof json === "object" && json !== null && !Array.isArray(json) ? [{ ...answer, body: json }] : [];
}

function streamsOf({ api, response: { text, events } }) {
  const whole = text ?? events?.map((event) => frame(api, event)).join("");
  return whole === undefined ? [] : whole.split(NEXT_ANSWER);
}

function frame(api, event) {
  if (api === "ollama-chat") return `${event}\n`;
  const { type } = JSON.parse(event);
  return typeof type === "string" ? `event: ${type}\ndata: ${event}\n\n` : `data: ${event}\n\n`;
}

import { once } from "node:events";
import { createServer } from "node:http";

/** A provider of Chat Completions that responds as the current check says, and keeps what it was sent. */
export async function startProvider() {
  let current;
  const state = {
    got: undefined,
    expect(check) {
      current = check;
      state.got = undefined;
    },
  };
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    if (request.method !== "POST") return response.writeHead(404).end();
    state.got = Buffer.concat(chunks).toString();
    const isStream = JSON.parse(state.got).stream === true;
    if (isStream) stream(current, response);
    else
      response.writeHead(200, { "content-type": "application/json" }).end(current.body ?? JSON.stringify(whole(TEXT)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  });
}

const TEXT = { role: "assistant", content: "Fine." };
const HEAD = { id: "chatcmpl-1", created: 1, model: "m" };

/** A whole response. */
export function whole(message, finish = "stop") {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { ...HEAD, object: "chat.completion", choices: [{ index: 0, message, finish_reason: finish }], usage };
}

function stream({ deltas = [{ role: "assistant", content: "Fine." }], finish = "stop", breaksOff }, response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const delta of deltas) response.write(frame({ index: 0, delta, finish_reason: null }));
  // After what was written has been sent.
  if (breaksOff) return setTimeout(() => response.destroy(), 300);
  response.end(`${frame({ index: 0, delta: {}, finish_reason: finish })}data: [DONE]\n\n`);
}

function frame(choice) {
  return `data: ${JSON.stringify({ ...HEAD, object: "chat.completion.chunk", choices: [choice] })}\n\n`;
}

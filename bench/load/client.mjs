// Sends requests and reads what was answered, in the terms of no dialect.
import { Pool } from "undici";
import { DIALECTS } from "./dialects.mjs";

/** A request that is not answered by then is lost. In milliseconds. */
const TIMEOUT = 300_000;

export class Client {
  constructor(url, connections) {
    this.pool = new Pool(url, { connections, pipelining: 1, headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT });
  }

  /** Sends a request and reads all of the reply. */
  async send({ dialect, key, ...turn }) {
    const { path, body } = DIALECTS[dialect].ask(turn);
    const response = await this.post(path, body, key);
    return readReply(dialect, turn.stream, response.statusCode, await response.body.text());
  }

  /** Sends a request, and goes away with the first bytes of the reply. */
  async leave({ dialect, key, ...turn }) {
    const { path, body } = DIALECTS[dialect].ask(turn);
    const response = await this.post(path, body, key);
    response.body.on("error", () => {});
    for await (const _ of response.body) break;
    response.body.destroy();
  }

  async get(path, key) {
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await this.pool.request({ path, method: "GET", headers });
    return body.text();
  }

  close() {
    return this.pool.destroy();
  }

  post(path, body, key) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    return this.pool.request({ path, method: "POST", headers, body: JSON.stringify(body) });
  }
}

function readReply(dialect, stream, status, body) {
  if (status !== 200) return { status, body, text: "", isComplete: false, isError: JSON.parse(body) !== null };
  const said = stream ? DIALECTS[dialect].stream(body) : DIALECTS[dialect].whole(JSON.parse(body));
  return { status, body, isError: false, ...said };
}

/** The marks in a reply that are not its own. */
export function foreignMarks(text, own) {
  return [...text.matchAll(/mark-\d+-/g)].map(String).filter((mark) => mark !== own);
}

/** Does work in a number of hands, one piece after the other in each. */
export async function inHands(hands, count, work) {
  let next = 0;
  const hand = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: hands }, hand));
}

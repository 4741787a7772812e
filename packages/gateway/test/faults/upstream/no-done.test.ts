import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { createHandler } from "../../../src/web.ts";
import { type ClientDialect, DIALECTS, post, requestFor } from "../../clients/requests.ts";
import { configOf, startGateway } from "../../support/gateway.ts";
import { answerEvents, startUpstream } from "../../support/upstream.ts";
import { textOf } from "../../support/wire-text.ts";
import { EVENTS, OFFERED } from "./unary-responses.ts";

const ONCE = { attempts: 0, delay: 1, maxDelay: 1 };
const [, MARK = ""] = /(data: \[DONE\]\n\n)$/.exec(EVENTS["openai-chat"]) ?? [];
const WITHOUT = EVENTS["openai-chat"].slice(0, -MARK.length);
const USAGE = WITHOUT.slice(WITHOUT.lastIndexOf("data: "));
const NO_USAGE = WITHOUT.slice(0, -USAGE.length);

const STREAMS: readonly (readonly [string, readonly string[]])[] = [
  ["with usage at its end", [WITHOUT]],
  ["without usage", [NO_USAGE]],
  ["without the end of its last line", [NO_USAGE.trimEnd()]],
  ["with lines that end otherwise", [NO_USAGE.replaceAll("\n", "\r\n")]],
  ["in two pieces", [NO_USAGE.slice(0, -20), NO_USAGE.slice(-20)]],
];

describe.each(DIALECTS)("F23: a client of %s", (client: ClientDialect) => {
  it.each(STREAMS)("gets a response if a Chat server sends a finish reason without [DONE]: %s", async (_, pieces) => {
    const upstream = await startUpstream((__, response) => answerEvents(response, pieces));
    const setup = { providers: { one: { dialect: "openai-chat", baseUrl: upstream.url, retries: ONCE } } };
    const gateway = await startGateway(setup);
    const { path, body } = requestFor(client, { model: "x", streams: true });
    const request = { ...body, ...OFFERED[client] };
    const text = await textOf(await post(gateway.url, path, request));
    expect(legality[client]?.stream(text)).toEqual([]);
    expect(text).toContain("Paris");
    expect(text).not.toMatch(/"error":[^n]/);
    if (client === "openai-chat") expect(text.match(/data: \[DONE\]/g)).toHaveLength(1);
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "success" }]);
    const handler = createHandler({ config: configOf(setup), insecure: true });
    const web = await handler(
      new Request(`http://localhost${path}`, { method: "POST", body: JSON.stringify(request) }),
    );
    expect((await textOf(web)).length).toBe(text.length);
  });
});

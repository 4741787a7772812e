import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { CREDENTIAL_HEADERS } from "../../src/http/credentials.ts";
import { ClientCredentials } from "../../src/inspector/client-credentials.ts";
import { BodyRedactor } from "../../src/inspector/redact/body-redactor.ts";
import { type SearchSteps, SecretFinder } from "../../src/inspector/redact/secret-finder.ts";
import { Redactor } from "../../src/observe/redact.ts";
import { Recorder } from "./recorder.ts";

const KEY = "sk-client-canary-0123456789abcdef";

describe("what clients send as their keys", () => {
  it("is not learned from those who are refused", async () => {
    const keys = [{ name: "ann", sha256: await sha256(KEY), concurrency: 0 }];
    const recorder = await Recorder.start({ keys });
    const word = "internationalization";
    await recorder.ask("openai-chat", "chat/x", { headers: { authorization: `Bearer ${word}` } });
    const headers = { authorization: `Bearer ${KEY}` };
    await recorder.ask("openai-chat", "chat/x", { prompt: `${word} of ${KEY}`, headers });
    const [newest, ...others] = await recorder.list({ "x-toolglot-key": KEY });
    expect(others).toEqual([]);
    const path = `/_inspector/exchanges/${newest?.id}/bodies/client-request`;
    const body = await (await recorder.fetch(path, { headers: { "x-toolglot-key": KEY } })).text();
    expect(body).toContain(`${word} of [redacted]`);
  });

  it("is hidden as long as it is sent, whatever others send", () => {
    const finder = new SecretFinder(new Redactor());
    const credentials = new ClientCredentials((found) => finder.learn(found));
    const ann = { url: "/v1/messages", headers: { "x-api-key": KEY } };
    for (let request = 0; request < 100; request++) {
      const cookies = Array.from({ length: 50 }, (_, index) => `c${index}=value-of-a-cookie-${request}-${index}`);
      credentials.learn(ann);
      expect(finder.redactText(`it is ${KEY}`)).toBe("it is [redacted]");
      credentials.learn({ url: "/v1/messages", headers: { cookie: cookies.join("; ") } });
    }
    expect(finder.learned.length).toBeLessThanOrEqual(512);
  });

  it.each(CREDENTIAL_HEADERS)("is learned from the header %s, after others too", (name) => {
    const found: string[] = [];
    const credentials = new ClientCredentials((more) => found.push(...more) < 0);
    credentials.learn({ url: "/v1/messages", headers: {} });
    credentials.learn({ url: "/v1/messages", headers: { [name]: KEY } });
    expect(found).toContain(KEY);
  });

  it.each(["key", "%6Bey"])("is found in the query as %s", (name) => {
    const found: string[] = [];
    const credentials = new ClientCredentials((more) => found.push(...more) < 0);
    credentials.learn({ url: `/v1beta/models/x:generateContent?alt=sse&${name}=${KEY}`, headers: {} });
    expect(found).toEqual([KEY]);
  });
});

describe("the beginning of a key at the end of what has arrived", () => {
  const redactor = new BodyRedactor(new Redactor());
  redactor.finder.learn([KEY]);
  const shown = (text: string, isStream = false) => {
    const body = { bytes: Buffer.from(text), offsets: Uint32Array.of(0) };
    return Buffer.from(ended(redactor.redactUnfinished(body, isStream)).bytes).toString();
  };

  it("is held back until the rest of it has arrived", () => {
    for (let length = 4; length < KEY.length; length++)
      expect([length, shown(`{"a":"it is ${KEY.slice(0, length)}`)]).toEqual([length, '{"a":"it is ']);
    expect(shown(`{"a":"it is ${KEY}"`)).toBe('{"a":"it is [redacted]"');
  });

  it("is held back in Base64 too", () => {
    const text = btoa(KEY);
    for (let length = 4; length < 30; length++) expect(shown(`it is ${text.slice(0, length)}`)).toBe("it is ");
  });

  it("is shown if it turns out to be none", () => {
    expect(shown(`it is ${KEY.slice(0, 12)}, or not`)).toBe(`it is ${KEY.slice(0, 12)}, or not`);
  });

  it("is in a line of a stream that is held back as a whole", () => {
    expect(shown(`data: {"a":"x"}\n\ndata: {"a":"${KEY.slice(0, 9)}`, true)).toBe('data: {"a":"x"}\n\n');
  });
});

function ended<T>(steps: SearchSteps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

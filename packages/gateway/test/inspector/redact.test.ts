import { describe, expect, it } from "vitest";
import { BodyRedactor } from "../../src/inspector/redact/body-redactor.ts";
import type { SearchSteps } from "../../src/inspector/redact/secret-finder.ts";
import { Redactor } from "../../src/observe/redact.ts";

const SECRET = "sk-canary-0123456789/abc+def";

function redactorOf(secrets: readonly string[] = [SECRET]): BodyRedactor {
  const redactor = new Redactor();
  redactor.learn(secrets);
  return new BodyRedactor(redactor);
}

function finish<T>(steps: SearchSteps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function quick(text: string, redactor = redactorOf()): string {
  return Buffer.from(
    finish(redactor.redact({ bytes: Buffer.from(text), offsets: new Uint32Array() }, false)).bytes,
  ).toString();
}

function thorough(text: string, isStream = false, redactor = redactorOf()): string {
  const first = finish(redactor.redact({ bytes: Buffer.from(text), offsets: new Uint32Array() }, isStream));
  return Buffer.from(finish(redactor.redactThoroughly(first, isStream)).bytes).toString();
}

describe("the quick search", () => {
  it.each([
    ["plain", SECRET],
    ["in JSON", JSON.stringify({ text: SECRET })],
    ["in JSON with escaped slashes", JSON.stringify({ text: SECRET }).replaceAll("/", "\\/")],
    ["in a URL", `https://x.example/?a=${encodeURIComponent(SECRET)}&b=1`],
    ["in Base64", btoa(`user:${SECRET}`)],
    ["in Base64 at another offset", btoa(`u:${SECRET}.`)],
    ["in the URL's alphabet of Base64", btoa(`ab${SECRET}`).replaceAll("+", "-").replaceAll("/", "_")],
  ])("finds a known secret %s", (_, text) => {
    const clean = quick(
      `{"before":1,${JSON.stringify(text).slice(1, -1)},"after":2}`.replace(JSON.stringify(text).slice(1, -1), text),
    );
    expect(clean).toContain("[redacted]");
    expect(clean).not.toContain("canary");
    expect(clean).toMatch(/^\{"before":1,.*,"after":2\}$/s);
  });

  it.each([
    ['{"password":"hunter2"}', '{"password":"[redacted]"}'],
    ['{"api_key" : "k"}', '{"api_key" : "[redacted]"}'],
    ['{"accessToken":"t","x":1}', '{"accessToken":"[redacted]","x":1}'],
    ['{"Authorization":"Bearer \\"q\\" x"}', '{"Authorization":"[redacted]"}'],
    ['{"client_secret":12345}', '{"client_secret":"[redacted]"}'],
    [
      '{"arguments":"{\\"password\\":\\"a\\\\\\"b\\",\\"n\\":1}"}',
      '{"arguments":"{\\"password\\":\\"[redacted]\\",\\"n\\":1}"}',
    ],
    [
      '{"a":"{\\"b\\":\\"{\\\\\\"token\\\\\\":\\\\\\"t\\\\\\"}\\"}"}',
      '{"a":"{\\"b\\":\\"{\\\\\\"token\\\\\\":\\\\\\"[redacted]\\\\\\"}\\"}"}',
    ],
  ])("replaces the value in %s", (text, clean) => {
    expect(quick(text)).toBe(clean);
    expect(() => JSON.parse(quick(text))).not.toThrow();
  });

  it.each([
    '{"max_tokens":5,"usage":{"input_tokens":3}}',
    '{"properties":{"password":{"type":"string"},"token":{"type":"string"}}}',
    '{"logprobs":{"content":[{"token":"Hel","logprob":-1,"bytes":null},{"token": "lo", "bytes":[1]}]}}',
    '{"secretary":"Ann","tokenizer":"bpe","text":"the password: hunter2"}',
    '{"password":""}',
    '{"password":null,"secret":true}',
  ])("leaves %s alone", (text) => expect(quick(text)).toBe(text));

  it.each([
    [
      '"type":"string","default":"hunter2","description":"d"',
      '"type":"string","default":"[redacted]","description":"d"',
    ],
    ['"const" : "hunter2"', '"const" : "[redacted]"'],
    ['"enum":["hunter2",-1.5e+3],"type":["string"]', '"enum":["[redacted]","[redacted]"],"type":["string"]'],
    ['"examples":[{"user":"ann"},""],"title":"t"', '"examples":[{"user":"[redacted]"},""],"title":"t"'],
    ['"anyOf":[{"default":"a, \\"b\\"}"},{"type":"null"}]', '"anyOf":[{"default":"[redacted]"},{"type":"null"}]'],
    ['"type":"string","description":"default"', '"type":"string","description":"default"'],
  ])("replaces what the schema of a secret lists: %s", (schema, clean) => {
    const around = (inner: string) => `{"properties":{"password":{${inner}},"page":{"default":"one","enum":[1]}}}`;
    expect(quick(around(schema))).toBe(around(clean));
    // JSON within a text of JSON.
    const within = (inner: string) => JSON.stringify({ text: around(inner) });
    expect(JSON.parse(quick(within(schema)))).toEqual({ text: around(clean) });
  });

  it("moves the offsets of chunks with the bytes", () => {
    const bytes = Buffer.from(`{"password":"hunter2hunter2"}|next`);
    const { bytes: clean, offsets } = finish(redactorOf().redact({ bytes, offsets: Uint32Array.of(0, 15, 30) }, false));
    expect(Buffer.from(clean).toString().slice(offsets[2])).toBe("next");
    expect(offsets[0]).toBe(0);
  });

  it("finds a secret at the border of two steps", () => {
    const before = "x".repeat(262_144 - 10);
    expect(quick(before + SECRET + before)).toBe(`${before}[redacted]${before}`);
  });

  it.each([
    ["many names", '"secret'.repeat(200_000)],
    ["many open values", '{"password":\\"'.repeat(100_000)],
    ["many schemas in each other", '{"password":{"default":'.repeat(50_000)],
    ["a long name", `"${"secret".repeat(300_000)}":"x"`],
    ["backslashes", `{"password":"${"\\".repeat(1_000_000)}`],
  ])("takes linear time for %s", (_, text) => {
    const found = quick(text);
    expect(found.length).toBeLessThanOrEqual(text.length + 10);
  });
});

describe("before a body is kept", () => {
  const escapeOf = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

  it.each([
    ["every character", [...SECRET].map(escapeOf).join("")],
    ["one character", SECRET.replace("-", escapeOf("-"))],
    ["one character of JSON in a text", SECRET.replace("-", `\\${escapeOf("-")}`)],
  ])("a known secret is removed with %s escaped", (_, spelled) => {
    expect(quick(`{"text":"${spelled}","other":1}`)).toBe('{"text":"[redacted]","other":1}');
  });

  it("escapes of other characters stay as they are", () => {
    const text = '{"text":"\\u003cb\\u003e \\u001b[0m"}';
    expect(quick(text)).toBe(text);
  });
});

describe("the thorough search", () => {
  it("finds a known secret with every character escaped", () => {
    const escaped = [...SECRET].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    expect(thorough(`{"text":"${escaped}"}`)).toBe('{"text":"[redacted]"}');
  });

  const chat = (text: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`;

  it("finds a known secret that a stream sends in parts", () => {
    const clean = thorough([...SECRET].map(chat).join(""), true);
    expect(clean.match(/"content":"[^"]+"/g)).toEqual(['"content":"[redacted]"']);
  });

  it("finds a secret argument that a stream sends in parts, in any split", () => {
    const json = '{"user":"ann","password":"hunter2 \\"x\\" canary","n":1}';
    for (let size = 1; size < json.length; size++) {
      const parts = json.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      const event = (part: string) =>
        `event: content_block_delta\ndata: ${JSON.stringify({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: part } })}\n\n`;
      const clean = thorough(parts.map(event).join(""), true);
      const joined = [...clean.matchAll(/^data: (.*)$/gm)]
        .map(([, data]) => JSON.parse(data ?? "").delta.partial_json)
        .join("");
      expect(JSON.parse(joined), String(size)).toEqual({ user: "ann", password: "[redacted]", n: 1 });
    }
  });

  it("does not join the texts of parallel calls", () => {
    const delta = (index: number, text: string) => `data: ${JSON.stringify({ index, text })}\n\n`;
    const text = delta(0, "sk-canary-0123456789") + delta(1, "/abc+def");
    expect(thorough(text, true)).toBe(text);
  });

  it("leaves bytes alone that are no text", () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28, ...Buffer.from(SECRET), 0xfe]);
    const first = finish(redactorOf().redact({ bytes, offsets: new Uint32Array() }, false));
    const { bytes: clean } = finish(redactorOf().redactThoroughly(first, false));
    expect(Buffer.from(clean)).toEqual(Buffer.from([0xff, 0x00, 0xc3, 0x28, ...Buffer.from("[redacted]"), 0xfe]));
  });
});

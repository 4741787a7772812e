import { expect, it } from "vitest";
import { BodyStore } from "../../src/inspector/body-store.ts";
import { RecordedBody } from "../../src/inspector/recorded-body.ts";
import { BodyRedactor } from "../../src/inspector/redact/body-redactor.ts";
import { searchTogether } from "../../src/inspector/search-together.ts";
import { Redactor } from "../../src/observe/redact.ts";

const KEY = "sk-client-canary-0123456789abcdef";
const redactor = new BodyRedactor(new Redactor());
redactor.finder.learn([KEY]);

/** Complete bodies with these texts, all in one store; one that fills the memory is kept before the last. */
function bodiesOf(texts: readonly string[], isApart = false): RecordedBody[] {
  const store = new BodyStore();
  const host = { store, maxBodyBytes: 1 << 20, onGrowth: () => {} };
  return texts.map((text, index) => {
    if (isApart && index === texts.length - 1) for (let part = 0; part < 8; part++) store.keep(Buffer.alloc(131_072));
    const body = new RecordedBody(`body-${index}`, false, host);
    body.add(text, 0);
    body.complete();
    return body;
  });
}

it("finds a key in any of the bodies", () => {
  const texts = ["one", "two", "three"];
  expect(searchTogether(bodiesOf(texts), redactor, undefined)).toBe(true);
  for (const index of texts.keys())
    expect(searchTogether(bodiesOf(texts.with(index, `it is ${KEY}`)), redactor, undefined)).toBe(false);
});

it("does not call bodies clean that lie apart, and so were not searched", () => {
  expect(searchTogether(bodiesOf(["one", `it is ${KEY}`], true), redactor, undefined)).toBe(false);
  expect(searchTogether(bodiesOf(["one", "two"], true), redactor, undefined)).toBe(false);
});

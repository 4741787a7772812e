import { expect, it, vi } from "vitest";
import { BodyStore, type StoredBytes } from "../../src/inspector/body-store.ts";
import type { Inspector } from "../../src/inspector/inspector.ts";
import { KeptRecording } from "../../src/inspector/kept-recording.ts";
import { FieldReader, FieldWriter } from "../../src/inspector/packed-fields.ts";
import { until } from "../support/until.ts";
import { type AskOptions, Recorder } from "./recorder.ts";

it("reads the numbers and texts that were written, in the same order", () => {
  const writer = new FieldWriter();
  const store = new BodyStore();
  store.keepText("odd");
  const numbers = [0, 1, undefined, 0.25, -3, 2 ** 32 - 3, 2 ** 32, 1.7e12];
  const texts = ["", undefined, "grüezi 😀", "a\nb\u0000"];
  const headers = { host: "localhost", "x-api-key": "sk-canary", "content-type": "text/plain" };
  for (let round = 0; round < 2; round++) {
    for (const number of numbers) writer.number(number);
    for (const text of texts) writer.text(text);
    writer.headers(undefined);
    writer.headers({});
    writer.headers(headers);
    const reader = new FieldReader(writer.store(store) as StoredBytes);
    expect(numbers.map(() => reader.number())).toEqual(numbers);
    expect(texts.map(() => reader.text())).toEqual(texts);
    expect([reader.headers(), reader.headers()]).toEqual([undefined, {}]);
    expect(reader.headers()).toEqual({ ...headers, "x-api-key": "[redacted]" });
  }
});

it("does not store more numbers than there is room for", () => {
  const writer = new FieldWriter();
  const store = new BodyStore();
  for (let number = 0; number < 5000; number++) writer.number(number);
  expect(writer.store(store)).toBeUndefined();
  writer.number(7);
  expect(new FieldReader(writer.store(store) as StoredBytes).number()).toBe(7);
});

/** The exchanges, and whether each has a recording at the moment. */
function kept(recorder: Recorder): readonly { readonly exchange: KeptRecording; readonly isOpen: boolean }[] {
  return (recorder.gateway.inspector as Inspector).ring.all().flatMap((exchange) => {
    if (!(exchange instanceof KeptRecording)) return [];
    return { exchange, isOpen: (exchange as unknown as { recording?: unknown }).recording !== undefined };
  });
}

for (const streams of [false, true])
  it(`packs an exchange that is over, and shows all of it again, ${streams ? "as a stream" : "as a whole"}`, async () => {
    const recorder = await Recorder.start();
    await recorder.ask("anthropic", "chat/gpt-x", { streams, prompt: "Grüezi 😀", body: { top_k: 5 } });
    await until(() => kept(recorder).every(({ exchange }) => exchange.isRedacted));
    expect(kept(recorder).map(({ isOpen }) => isOpen)).toEqual([false]);
    const packed = kept(recorder)[0]?.exchange;
    const { id, session, startedAt, tenant } = packed as KeptRecording;
    const detail = await recorder.last();
    expect(detail.summary).toMatchObject({ id, session, startedAt, state: "done", status: 200, provider: "chat" });
    expect(tenant).toBe("");
    expect(detail.losses).toEqual(expect.arrayContaining([expect.objectContaining({ path: "/top_k" })]));
    expect(detail.request.headers["content-type"]).toBe("application/json");
    expect(await recorder.body(id, "client-request")).toContain("Grüezi 😀");
    expect(await recorder.body(id, "attempt-1-request")).toBe(recorder.network.requests.at(-1)?.body);
    expect(kept(recorder).map(({ isOpen }) => isOpen)).toEqual([true]);
  });

it("keeps the recording of an exchange with a secret", async () => {
  const recorder = await Recorder.start();
  const key = "sk-client-canary-0123456789abcdef";
  await recorder.ask("anthropic", "chat/gpt-x", { prompt: `it is ${key}`, headers: { "x-api-key": key } });
  await until(() => kept(recorder).every(({ exchange }) => exchange.isRedacted));
  expect(kept(recorder).map(({ isOpen }) => isOpen)).toEqual([true]);
});

const PROVIDER_KEY = "sk-provider-canary-0123456789abcdef";

/** Where a secret can be in an exchange that is otherwise as plain as can be. */
const PLACES: Readonly<Record<string, AskOptions>> = {
  "a body": { prompt: `it is ${PROVIDER_KEY}` },
  "a header": { headers: { "x-note": `it is ${PROVIDER_KEY}` } },
  "a header, in Base64": { headers: { "x-note": Buffer.from(`it is ${PROVIDER_KEY}`).toString("base64") } },
  "a header, with escapes": { headers: { "x-note": PROVIDER_KEY.replaceAll("-", "%2D") } },
};

for (const [place, options] of Object.entries(PLACES))
  it(`finds a secret in ${place} of a packed exchange`, async () => {
    const { providerUrl: url } = new Recorder().network;
    const chat = { dialect: "openai-chat", baseUrl: `${url}/v1`, apiKey: PROVIDER_KEY };
    const recorder = await Recorder.start({ providers: { chat } });
    await recorder.ask("openai-chat", "chat/gpt-x");
    await recorder.ask("openai-chat", "chat/gpt-x", options);
    const { ring } = recorder.gateway.inspector as Inspector;
    await until(() => kept(recorder).every(({ exchange }) => exchange.isRedacted));
    expect(kept(recorder).map(({ isOpen }) => isOpen)).toEqual([false, true]);
    const id = ring.all().at(-1)?.id ?? "";
    expect(await recorder.everything(id)).not.toMatch(/provider-canary|provider%2Dcanary/);
    expect(await recorder.everything(id)).toContain("[redacted]");
  });

it("is packed at its end if many wait for the removal of secrets", async () => {
  vi.spyOn(performance, "eventLoopUtilization").mockReturnValue({ idle: 0, active: 0, utilization: 1 });
  const recorder = await Recorder.start({ inspector: { maxPerSecond: 1_000_000 } });
  for (let index = 0; index < 130; index++) await recorder.ask("anthropic", "chat/gpt-x");
  expect(kept(recorder).map(({ isOpen }) => isOpen)).toEqual([...Array(128).fill(true), false, false]);
  vi.restoreAllMocks();
  await until(() => kept(recorder).every(({ exchange }) => exchange.isRedacted));
  expect(kept(recorder).filter(({ isOpen }) => isOpen)).toEqual([]);
  expect(await recorder.body(kept(recorder)[129]?.exchange.id ?? "", "client-request")).toContain("Hi");
});

for (const isSearched of [false, true])
  it(`is gone when it is removed, ${isSearched ? "after" : "before"} the search for secrets`, async () => {
    const recorder = await Recorder.start();
    if (!isSearched)
      vi.spyOn(performance, "eventLoopUtilization").mockReturnValue({ idle: 0, active: 0, utilization: 1 });
    await recorder.ask("anthropic", "chat/gpt-x");
    if (isSearched) await until(() => kept(recorder).every(({ exchange }) => exchange.isRedacted));
    vi.restoreAllMocks();
    const [{ exchange } = { exchange: undefined }] = kept(recorder);
    (recorder.gateway.inspector as Inspector).ring.remove([exchange as KeptRecording]);
    expect(exchange?.isGone).toBe(true);
    expect(() => exchange?.hold()).toThrow("dropped for newer ones");
    expect(await (recorder.gateway.inspector as Inspector).views.summaries([exchange as KeptRecording])).toEqual([]);
  });

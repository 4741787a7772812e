import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { readConversationCases } from "../support/conversation-cases.ts";
import { createBridge } from "../support/dynamic.ts";

const TARGETS = ["openai-chat", "openai-responses", "gemini", "gemini-interactions", "ollama", "openrouter", "bedrock"];
const MARK = { type: "ephemeral" };

/** A request with a mark for the prompt cache, and where the mark is. */
interface Marked {
  readonly body: JsonObject;
  readonly path: string;
}

const REQUESTS: readonly JsonObject[] = [
  ...readConversationCases("messages"),
  ...readConversationCases("results"),
].flatMap(({ files }) => {
  const file = files.get("anthropic");
  const messages = isObject(file ?? null) ? (file as JsonObject).messages : file;
  return Array.isArray(messages) ? [{ model: "m", max_tokens: 9, messages }] : [];
});

/** The request once for each of its blocks that can have a mark: in messages, and within results. */
function* marked(body: JsonObject, value: Json = body, path = ""): Generator<Marked> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* marked(body, item, `${path}/${index}`);
  if (!isObject(value)) return;
  if (MARKABLE.has(String(value.type)) && /\/content\/\d+$/.test(path) && value.text !== "") {
    yield { body: withMark(body, path) as JsonObject, path: `${path}/cache_control` };
  }
  for (const name of ["messages", "content"]) yield* marked(body, value[name] ?? null, `${path}/${name}`);
}

const MARKABLE: ReadonlySet<string> = new Set([
  "text",
  "image",
  "document",
  "search_result",
  "tool_use",
  "tool_result",
]);

function withMark(value: Json, path: string): Json {
  if (path === "") return { ...(value as JsonObject), cache_control: MARK };
  const [, key = "", ...rest] = path.split("/");
  const inner = rest.length === 0 ? "" : `/${rest.join("/")}`;
  if (Array.isArray(value)) return value.with(Number(key), withMark(value[Number(key)], inner));
  return { ...(value as JsonObject), [key]: withMark((value as JsonObject)[key] ?? null, inner) };
}

describe("a mark for the prompt cache on any block", () => {
  const examples = REQUESTS.flatMap((request) => [...marked(request)]);

  it("is tried in messages and within results", () => {
    expect(examples.length).toBeGreaterThan(100);
    expect(examples.filter(({ path }) => /content\/\d+\/content\/\d+/.test(path)).length).toBeGreaterThan(5);
  });

  it.each(TARGETS)("is kept or reported for %s", (provider) => {
    const silent = examples.filter(({ body, path }) => {
      const { value, losses } = createBridge({ client: "anthropic", provider }).request(body);
      if (/"(?:cachePoint|cache_control|prompt_cache_breakpoint)"/.test(JSON.stringify(value))) return false;
      return !losses.some((loss) => path === loss.path || path.startsWith(`${loss.path}/`));
    });
    expect(silent.map(({ path, body }) => [path, JSON.stringify(body).slice(0, 300)])).toEqual([]);
  });
});

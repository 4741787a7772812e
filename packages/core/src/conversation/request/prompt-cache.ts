// The feature `promptCaching`: marks (`cache_control`) or a key (`prompt_cache_key`) by which a provider caches the
// prefix of a conversation that its client would send uncached.

import { isObject } from "../../json/value.ts";
import { extendObject } from "../../mapping/values/extend-object.ts";
import type { CacheMarks } from "../../model/caching-profile.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import type { Conversation } from "../conversation.ts";
import type { PromptCaching } from "../features.ts";

/** Has the provider cache prompts, for the option `caching`. */
export const promptCaching: PromptCaching = { feature: "promptCaching", originate };

/**
 * Has the provider cache the prefix of a conversation, where the bridge is asked to: by marks at the ends of the tools, the
 * system prompt and the last two turns of the user, or by a key. What the client has set itself stays as it is.
 */
function originate(
  value: JsonObject,
  { options, provider }: Pick<Conversation, "options" | "provider">,
  report: Report,
): JsonObject {
  const { caching } = options;
  const profile = provider.profile.conversation.caching;
  if (caching === undefined || profile === undefined) return value;
  const { marks, keyField } = profile;
  if (keyField !== undefined) return withKey(value, keyField, caching.key, report);
  return marks === undefined ? value : withMarks(value, marks, options.providerModel, report);
}

function withKey(value: JsonObject, field: string, key: string | undefined, report: Report): JsonObject {
  if (key === undefined || (value[field] ?? null) !== null) return value;
  report.change("cache-key");
  return { ...value, [field]: key };
}

function withMarks(
  value: JsonObject,
  marks: CacheMarks,
  providerModel: string | undefined,
  report: Report,
): JsonObject {
  const model = providerModel ?? (typeof value.model === "string" ? value.model : "");
  if (marks.models?.test(model) === false || hasMarks(value, marks) || !isLong(value, marks.minTokens)) return value;
  const takesTools = marks.toolModels?.test(model) !== false;
  const marked = [
    ...(takesTools ? [{ path: marks.tools, mark: toolMarker(report) }] : []),
    { path: marks.system, mark: markEnd },
    { path: marks.messages, mark: markTurns },
  ].reduce((body, { path, mark }) => changeAt(body, path, (list) => mark(list, marks)), value as Json) as JsonObject;
  if (marked !== value) report.change("cache-marks");
  return marked;
}

/** Marks the end of the tools, which most requests of an agent have in common. */
function toolMarker({ fast: { bodyCache } }: Report): typeof markEnd {
  return bodyCache === undefined ? markEnd : (tools, marks) => bodyCache.markOnce(tools, marks, markEnd);
}

/** Whether the client has set marks; those in the content of results are not looked for. */
function hasMarks(value: JsonObject, { tools, system, messages, form: { name } }: CacheMarks): boolean {
  const isMarked = (entry: Json) => isObject(entry) && entry[name] !== undefined;
  const isMarkedMessage = (message: Json) => isObject(message) && entriesOf(message.content).some(isMarked);
  return (
    isMarked(value) ||
    entriesOf(at(value, system)).some(isMarked) ||
    entriesOf(at(value, tools)).some(isMarked) ||
    entriesOf(at(value, messages)).some(isMarkedMessage)
  );
}

function entriesOf(list: Json | undefined): readonly Json[] {
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce((node, key) => (isObject(node ?? null) ? (node as JsonObject)[key] : undefined), value);
}

/** A token has at least one character, so that a shorter request has no prefix that is long enough. */
function isLong(value: Json, minTokens: number): boolean {
  let missing = minTokens;
  const pending: Json[] = [value];
  for (let node = pending.pop(); node !== undefined && missing > 0; node = pending.pop()) {
    if (typeof node === "string") missing -= node.length;
    else if (Array.isArray(node)) for (const item of node as readonly Json[]) pending.push(item);
    else if (isObject(node)) for (const item of Object.values(node)) pending.push(item);
  }
  return missing <= 0;
}

/** Changes what is at a path; the same value if there is nothing, or nothing changes. */
function changeAt(node: Json | undefined, [key, ...rest]: readonly string[], change: (value: Json) => Json): Json {
  if (key === undefined) return node === undefined ? null : change(node);
  if (!isObject(node ?? null) || (node as JsonObject)[key] === undefined) return node ?? null;
  const before = (node as JsonObject)[key] as Json;
  const after = changeAt(before, rest, change);
  return after === before ? (node as JsonObject) : { ...(node as JsonObject), [key]: after };
}

/** The turns of the user that get a mark: the new one, and the last one before it, up to which the cache is filled. */
const MARKED_TURNS = 2;

function markTurns(messages: Json, marks: CacheMarks): Json {
  const marked = [...entriesOf(messages)];
  let left = MARKED_TURNS;
  for (let index = marked.length - 1; index >= 0 && left > 0; index--) {
    const message = marked[index] ?? null;
    if (!isObject(message) || message.role !== "user") continue;
    const content = markEnd(message.content ?? null, marks);
    if (content === message.content) continue;
    marked[index] = { ...message, content };
    left--;
  }
  return left === MARKED_TURNS ? messages : marked;
}

/** A list with a mark at its last entry that can have one. */
function markEnd(list: Json, marks: CacheMarks): Json {
  const { form, textBlock } = marks;
  if (typeof list === "string") {
    if (textBlock === undefined || list.trim() === "") return list;
    return markEnd([extendObject(textBlock, { text: list })], marks);
  }
  const index = entriesOf(list).findLastIndex((entry) => isMarkable(entry, marks));
  if (index < 0) return list;
  const entries = list as readonly JsonObject[];
  const mark = { [form.name]: form.value };
  if (form.type === "block") return [...entries.slice(0, index + 1), mark, ...entries.slice(index + 1)];
  return entries.map((entry, each) => (each === index ? extendObject(entry, mark) : entry));
}

function isMarkable(entry: Json, { unmarkable }: CacheMarks): boolean {
  if (!isObject(entry)) return false;
  return !unmarkable.some((fields) => Object.entries(fields).every(([name, value]) => entry[name] === value));
}

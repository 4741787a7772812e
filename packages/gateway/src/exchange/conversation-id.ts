import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { MAX_BYTES_PER_CHARACTER } from "../bytes.ts";
import type { GenerateRequest } from "./generate-request.ts";

/**
 * What the requests of one conversation have in common: the session that the client names, or a hash of the first text of its
 * user. `undefined` if there is neither.
 */
export function conversationId({
  match,
  headers,
  body,
}: Pick<GenerateRequest, "match" | "headers" | "body">): string | undefined {
  const session = match.binding.client.sessionOf?.(body, headers);
  if (session !== undefined) return session.slice(0, MAX_SESSION);
  const prompt = firstPrompt(body);
  return prompt === "" ? undefined : hashOf(prompt);
}

/** The key by which the requests of one conversation stay with one target and one provider key; computed on the first call. */
export function affinityKey(
  request: Pick<GenerateRequest, "match" | "headers" | "body" | "caller" | "id">,
): () => string {
  let id: string | undefined;
  return () => {
    id ??= JSON.stringify([request.caller.tenant, conversationId(request) ?? request.id]);
    return id;
  };
}

/** The last text of the user in a request, rather than one that an agent has added: those stand in a tag of their own. */
export function lastPrompt(body: JsonObject): string {
  const messages = messagesIn(body);
  if (!Array.isArray(messages)) return userText(messages);
  const ofUser = messages.filter(isFromUser).toReversed();
  return ofUser.flatMap(textsOf).find((text) => !isInTag(text)) ?? firstPromptOf(ofUser);
}

/** Claude Code writes `<system-reminder>`, Codex `<environment_context>`. */
function isInTag(text: string): boolean {
  const trimmed = text.trim();
  const name = /^<([a-z][\w-]*)[\s>]/i.exec(trimmed)?.[1];
  return name !== undefined && trimmed.endsWith(`</${name}>`);
}

function firstPrompt(body: JsonObject): string {
  const messages = messagesIn(body);
  return Array.isArray(messages) ? firstPromptOf(messages) : userText(messages);
}

function firstPromptOf(messages: readonly Json[]): string {
  for (const message of messages) {
    const text = isFromUser(message) ? userText(message) : "";
    if (text !== "") return text;
  }
  return "";
}

function messagesIn({ messages, input = messages, contents = input }: JsonObject): Json | undefined {
  return contents;
}

/** In characters. */
const MAX_SESSION = 128;

function isFromUser(message: Json): boolean {
  return isObject(message) && (message.role === "user" || message.role === undefined);
}

/** The first text of a message. */
function userText(message: Json | undefined): string {
  if (typeof message === "string") return message;
  if (!isObject(message ?? null)) return "";
  const { content, parts = content } = message as JsonObject;
  if (typeof parts === "string") return parts;
  return Array.isArray(parts) ? firstTextOf(parts) : "";
}

/** The texts of a message, without those of results. */
function textsOf(message: Json): string[] {
  const { content, parts = content }: JsonObject = isObject(message) ? message : { content: message };
  return (Array.isArray(parts) ? parts : [parts ?? ""]).flatMap((part: Json) => firstTextOf([part]) || []);
}

function firstTextOf(parts: readonly Json[]): string {
  for (const part of parts) {
    const text = isObject(part) ? part.text : part;
    if (typeof text === "string" && text !== "") return text;
  }
  return "";
}

/** FNV-1a (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv) of four bytes at a time: one at a time takes twice as long. */
function hashOf(text: string): string {
  const { written } = encoder.encodeInto(text.length > MAX_HASHED ? excerptOf(text) : text, bytes);
  const count = Math.ceil(written / words.BYTES_PER_ELEMENT);
  bytes.fill(0, written, count * words.BYTES_PER_ELEMENT);
  let hash = 0x811c9dc5 ^ text.length;
  for (let index = 0; index < count; index++) hash = Math.imul(hash ^ (words[index] ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Prompts that are made of a template begin alike, and differ in their length or at their end. */
function excerptOf(text: string): string {
  const half = MAX_HASHED / 2;
  return text.slice(0, half) + text.slice(half - MAX_HASHED);
}

/** In characters. */
const MAX_HASHED = 128;
const encoder = new TextEncoder();
const bytes = new Uint8Array(MAX_HASHED * MAX_BYTES_PER_CHARACTER);
const words = new Uint32Array(bytes.buffer);

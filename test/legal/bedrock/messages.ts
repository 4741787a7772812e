import type { Place } from "../place.ts";
import { checkBlock } from "./blocks.ts";

// Part D, "Rules".
export function checkMessages(root: Place): void {
  const messages = root.at("messages");
  if (!messages.is("array", "messages")) return;
  const all = messages.items();
  messages.badIf(all.length === 0, "messages", "at least one message is required");
  for (const [index, message] of all.entries()) {
    checkMessage(message);
    checkTurn(message, all[index - 1]);
  }
  checkPairs(all);
  checkConfigured(root, all);
}

function checkMessage(message: Place): void {
  if (!message.is("object", "message-shape")) return;
  message.onlyKeys(["role", "content"], "message-field", "is not a field of a message");
  message.at("role").oneOf(["user", "assistant"], "role");
  const content = message.at("content");
  if (!content.is("array", "content")) return;
  const blocks = content.items();
  content.badIf(blocks.length === 0, "empty-message", "the content field in the Message object is empty");
  for (const block of blocks) checkBlock(block, message.at("role").text);
  const has = (kind: string): boolean => blocks.some((block) => block.at(kind).exists);
  content.badIf(has("document") && !has("text"), "document-alone", "a document needs a text beside it");
}

// "A conversation must start with a user message" and "must alternate between user and assistant roles".
function checkTurn(message: Place, previous: Place | undefined): void {
  const role = message.at("role");
  if (previous === undefined) role.badIf(role.text !== "user", "first-user", "a conversation must start with a user");
  else role.badIf(role.text === previous.at("role").text, "alternate", "a conversation must alternate between roles");
}

function checkPairs(messages: readonly Place[]): void {
  const ids = messages.flatMap((message) => idsOf(message, "toolUse"));
  for (const [index, id] of ids.entries())
    id.badIf(ids.findIndex(({ text }) => text === id.text) !== index, "tool-id-unique", "toolUse ids must be unique");
  for (const [index, message] of messages.entries()) {
    checkAnswered(message, messages[index + 1]);
    checkAsked(message, messages[index - 1]);
  }
}

// "Expected toolResult blocks at messages.N.content for the following Ids: …"
function checkAnswered(message: Place, next: Place | undefined): void {
  const answered = next === undefined ? [] : idsOf(next, "toolResult").map(({ text }) => text);
  for (const id of idsOf(message, "toolUse"))
    id.badIf(!answered.includes(id.text), "unanswered", `expected a toolResult block for ${id.text}`);
}

// "The number of toolResult blocks at messages.N.content exceeds the number of toolUse blocks of previous turn."
function checkAsked(message: Place, previous: Place | undefined): void {
  const asked = previous === undefined ? [] : idsOf(previous, "toolUse").map(({ text }) => text);
  const results = idsOf(message, "toolResult");
  for (const [index, id] of results.entries()) {
    id.badIf(!asked.includes(id.text), "orphan", `no toolUse block of the previous turn has the id ${id.text}`);
    const first = results.findIndex(({ text }) => text === id.text) === index;
    id.badIf(!first, "result-unique", "each toolUse must have a single toolResult");
  }
}

// "The toolConfig field must be defined when using toolUse and toolResult content blocks."
function checkConfigured(root: Place, messages: readonly Place[]): void {
  const used = messages.some((message) => [...idsOf(message, "toolUse"), ...idsOf(message, "toolResult")].length > 0);
  const missing = used && !root.at("toolConfig").exists;
  root.badIf(missing, "tool-config", "the toolConfig field must be defined when using toolUse and toolResult blocks");
}

// Calls and results with a `type` are of tools that run at AWS: both stand in the assistant's message.
function idsOf(message: Place, kind: string): Place[] {
  const blocks = message
    .at("content")
    .items()
    .map((block) => block.at(kind));
  return blocks.filter((block) => block.exists && !block.at("type").exists).map((block) => block.at("toolUseId"));
}

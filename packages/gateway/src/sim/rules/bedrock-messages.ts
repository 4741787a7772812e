import type { JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import { isSignatureOf } from "../signatures.ts";
import { checkName, modelError, notAnObject, violation } from "./bedrock-violations.ts";

/** Refuses messages that Converse refuses. */
export function checkBedrockMessages({ messages, toolConfig = null }: JsonObject): void {
  const all = objects(messages);
  if (all.length === 0)
    throw new RefusedRequest("The messages field must have at least one Message object. Add one, and try again.");
  checkRoles(all);
  all.forEach(checkMessage);
  const turns = all.filter(({ role }) => role !== "system").map(({ content }) => objects(content));
  const usesTools = turns.flat().some(({ toolUse, toolResult }) => isObject(toolUse) || isObject(toolResult));
  if (usesTools && toolConfig === null)
    throw new RefusedRequest("The toolConfig field must be defined when using toolUse and toolResult content blocks.");
  turns.forEach((blocks, index) => {
    checkPairs(blocks, turns[index - 1] ?? [], index);
  });
  const last = turns.at(-1) ?? [];
  if (idsOf(last, "toolUse").length > 0) throw missingResults(turns.length, idsOf(last, "toolUse"));
}

function checkRoles(messages: readonly JsonObject[]): void {
  const roles = messages.map(({ role }) => string(role)).filter((role) => role !== "system");
  const invalid = roles.find((role) => role !== "user" && role !== "assistant");
  if (invalid !== undefined)
    throw violation("messages.1.member.role", "Member must satisfy enum value set: [user, assistant, system]", invalid);
  if (roles[0] !== "user")
    throw new RefusedRequest(
      "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
    );
  if (roles.some((role, index) => role === roles[index - 1]))
    throw new RefusedRequest(
      "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
    );
}

function checkMessage({ role, content }: JsonObject, index: number): void {
  const blocks = objects(content);
  if (!Array.isArray(content) || blocks.length === 0)
    throw new RefusedRequest(
      `The content field in the Message object at messages.${index} is empty. Add a ContentBlock object to the content field and try again.`,
    );
  blocks.forEach((block, at) => {
    checkBlock(block, string(role), `messages.${index}.content.${at}`);
  });
  if (blocks.some(({ document }) => document !== undefined) && !blocks.some(({ text }) => typeof text === "string"))
    throw new RefusedRequest(
      `The ContentBlock object at messages.${index} has a document. Add a ContentBlock object with text, and try again.`,
    );
}

const KINDS: ReadonlySet<string> = new Set([
  ...["text", "image", "document", "video", "audio", "toolUse", "toolResult", "guardContent", "cachePoint"],
  ...["reasoningContent", "citationsContent", "searchResult", "toolAddition", "toolRemoval"],
]);

function checkBlock(block: JsonObject, role: string, place: string): void {
  const [kind = "", ...others] = Object.keys(block);
  if (others.length > 0 || !KINDS.has(kind))
    throw new RefusedRequest(
      `The ContentBlock object at ${place} must set one of the following keys: ${[...KINDS].join(", ")}.`,
    );
  const owner = OWNERS[kind];
  if (owner !== undefined && owner !== role)
    throw new RefusedRequest(
      `The ContentBlock object at ${place} has a ${kind}, which only the ${owner} role may have.`,
    );
  CHECKS[kind]?.(block, place);
}

/** Blocks that only one role may have. */
const OWNERS: Readonly<Record<string, string>> = {
  toolUse: "assistant",
  reasoningContent: "assistant",
  toolResult: "user",
  image: "user",
  document: "user",
  video: "user",
};

const CHECKS: Readonly<Record<string, (block: JsonObject, place: string) => void>> = {
  text: checkText,
  toolUse: checkUse,
  toolResult: checkResult,
  reasoningContent: checkReasoningBlock,
  image: checkImage,
  document: checkDocument,
};

function checkText({ text }: JsonObject, place: string): void {
  if (string(text).trim() === "")
    throw new RefusedRequest(
      `The text field in the ContentBlock object at ${place} is blank. Add text to the text field, and try again.`,
    );
}

function checkUse({ toolUse }: JsonObject, place: string): void {
  const { toolUseId, name, input } = object(toolUse);
  checkName(toolUseId, `${place}.toolUse.toolUseId`);
  checkName(name, `${place}.toolUse.name`);
  if (!isObject(input)) throw notAnObject(`${place}.toolUse.input`);
}

function checkResult({ toolResult }: JsonObject, place: string): void {
  const { toolUseId, content, status } = object(toolResult);
  checkName(toolUseId, `${place}.toolResult.toolUseId`);
  if (!Array.isArray(content)) throw new RefusedRequest(`The content field at ${place}.toolResult is missing.`);
  if (status === "error" && content.length === 0)
    throw new RefusedRequest(`The content field at ${place}.toolResult cannot be empty when status value is error.`);
  objects(content).forEach((part, at) => {
    const inner = `${place}.toolResult.content.${at}`;
    if (part.json !== undefined && !isObject(part.json)) throw notAnObject(`${inner}.json`);
    if (part.text !== undefined) checkText(part, inner);
    if (part.image !== undefined) checkImage(part, inner);
    if (part.document !== undefined) checkDocument(part, inner);
  });
}

function checkReasoningBlock({ reasoningContent }: JsonObject, place: string): void {
  const { reasoningText, redactedContent } = object(reasoningContent);
  if (typeof redactedContent === "string") return;
  const { text, signature } = object(reasoningText);
  if (string(signature) === "") throw modelError(`${place}.thinking.signature: Field required`);
  if (!isSignatureOf("bedrock", string(signature), string(text)))
    throw modelError(`${place}: Invalid \`signature\` in \`thinking\` block`);
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html */
function checkImage({ image }: JsonObject, place: string): void {
  const { format, source } = object(image);
  if (!["png", "jpeg", "gif", "webp"].includes(string(format)))
    throw violation(`${place}.image.format`, "Member must satisfy enum value set: [png, jpeg, gif, webp]", format);
  if (string(object(source).bytes) === "" && object(source).s3Location === undefined)
    throw new RefusedRequest(`The source field at ${place}.image must have bytes or an s3Location.`);
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html */
function checkDocument({ document }: JsonObject, place: string): void {
  const { name, source } = object(document);
  if (!/^[\p{L}\p{N}()[\]-]+(?:\s[\p{L}\p{N}()[\]-]+)*$/u.test(string(name)) || string(name).length > 200)
    throw new RefusedRequest(
      "The filename can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.",
    );
  if (Object.keys(object(source)).length !== 1)
    throw new RefusedRequest(`The source field at ${place}.document must have exactly one member.`);
}

/** The results of a turn's calls must be in the next message. */
function checkPairs(blocks: readonly JsonObject[], before: readonly JsonObject[], index: number): void {
  const uses = idsOf(before, "toolUse");
  const results = idsOf(blocks, "toolResult");
  if (new Set(uses).size < uses.length)
    throw new RefusedRequest(`The toolUse blocks at messages.${index - 1}.content contain duplicate Ids.`);
  const missing = uses.filter((id) => !results.includes(id));
  if (missing.length > 0) throw missingResults(index, missing);
  if (results.length > uses.length)
    throw new RefusedRequest(
      `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`,
    );
}

function missingResults(index: number, ids: readonly string[]): RefusedRequest {
  return new RefusedRequest(
    `Expected toolResult blocks at messages.${index}.content for the following Ids: ${ids.join(", ")}`,
  );
}

// A call that Bedrock runs itself has its result in the same message.
function idsOf(blocks: readonly JsonObject[], kind: "toolUse" | "toolResult"): string[] {
  return blocks
    .map((block) => block[kind])
    .filter(isObject)
    .filter(({ type }) => type === undefined)
    .map(({ toolUseId }) => string(toolUseId));
}

import type { Place } from "../place.ts";

type Check = (block: Place) => void;

interface Kind {
  readonly roles: readonly string[];
  readonly check?: Check;
}

/** Part D: names and ids of tools. */
export const NAME: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;

const IMAGE_FORMATS = ["png", "jpeg", "gif", "webp"];
const DOCUMENT_FORMATS = ["pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md"];
const VIDEO_FORMATS = ["mkv", "mov", "mp4", "webm", "flv", "mpeg", "mpg", "wmv", "three_gp"];
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const DOCUMENT_NAME = /^(?!.*\s{2})[\p{L}\p{N}\s()[\]-]+$/u;

/** A block is an object whose only key is its kind (a union of the service model). */
export function checkBlock(block: Place, role: string): void {
  if (!block.is("object", "block-shape")) return;
  const [name = "", ...others] = Object.keys(block.object);
  block.badIf(others.length > 0, "block-shape", "a block has exactly one kind");
  const kind = KINDS[name];
  block.badIf(kind === undefined, "block-kind", `${name} is not a kind of content block`);
  if (kind === undefined) return;
  const roles = block.at("toolResult").at("type").exists ? ASSISTANT : kind.roles;
  block.badIf(!roles.includes(role), "block-role", `${name} cannot be in a message of the role ${role}`);
  kind.check?.(block.at(name));
}

// "The text field in the ContentBlock object … is blank."
const checkText: Check = (text) => {
  if (text.is("string", "text-shape"))
    text.badIf(text.text.trim() === "", "blank-text", "the text field in the ContentBlock object is blank");
};

function checkSource(source: Place, kinds: readonly string[]): void {
  if (!source.is("object", "source")) return;
  const [kind = "", ...others] = Object.keys(source.object);
  source.badIf(others.length > 0 || !kinds.includes(kind), "source", `must be one of ${kinds.join(", ")}`);
  const bytes = source.at("bytes");
  bytes.badIf(bytes.exists && (bytes.text === "" || !BASE64.test(bytes.text)), "source-bytes", "must be Base64");
  const uri = source.at("s3Location").at("uri");
  uri.badIf(source.at("s3Location").exists && !uri.text.startsWith("s3://"), "source-uri", "must be an s3:// URI");
}

const checkImage: Check = (image) => {
  image.at("format").oneOf(IMAGE_FORMATS, "image-format");
  checkSource(image.at("source"), ["bytes", "s3Location"]);
};

const checkVideo: Check = (video) => {
  video.at("format").oneOf(VIDEO_FORMATS, "video-format");
  checkSource(video.at("source"), ["bytes", "s3Location"]);
};

const checkDocument: Check = (document) => {
  if (document.at("format").exists) document.at("format").oneOf(DOCUMENT_FORMATS, "document-format");
  const name = document.at("name");
  const message = "letters, digits, single spaces, hyphens, parentheses and brackets";
  name.badIf(!DOCUMENT_NAME.test(name.text) || name.text.length > 200, "document-name", message);
  checkSource(document.at("source"), ["bytes", "s3Location", "text", "content"]);
};

const checkToolUse: Check = (use) => {
  use.at("toolUseId").badIf(!NAME.test(use.at("toolUseId").text), "tool-id", `must match ${NAME.source}`);
  use.at("name").badIf(!NAME.test(use.at("name").text), "tool-use-name", `must match ${NAME.source}`);
  use.at("input").is("object", "tool-use-input");
};

const checkToolResult: Check = (result) => {
  result.at("toolUseId").badIf(!NAME.test(result.at("toolUseId").text), "tool-id", `must match ${NAME.source}`);
  if (result.at("status").exists) result.at("status").oneOf(["success", "error"], "result-status");
  if (!result.at("content").is("array", "result-content")) return;
  for (const item of result.at("content").items()) checkResultItem(item);
};

function checkResultItem(item: Place): void {
  const [kind = "", ...others] = Object.keys(item.object);
  item.badIf(others.length > 0, "block-shape", "a block has exactly one kind");
  item.badIf(!(kind in RESULT_KINDS), "result-kind", `${kind} cannot be in a toolResult`);
  RESULT_KINDS[kind]?.(item.at(kind));
}

const checkReasoning: Check = (reasoning) => {
  const [kind = "", ...others] = Object.keys(reasoning.object);
  const known = ["reasoningText", "redactedContent"].includes(kind) && others.length === 0;
  reasoning.badIf(!known, "reasoning", "must be reasoningText or redactedContent");
  if (kind === "reasoningText") {
    reasoning.at(kind).at("text").is("string", "reasoning");
    reasoning.at(kind).at("signature").isOptional("string", "reasoning");
  } else reasoning.at("redactedContent").is("string", "reasoning");
};

/** A cache point, in messages, in `system` or among the tools. */
export const checkCachePoint: Check = (point) => {
  point.at("type").oneOf(["default"], "cache-point");
  if (point.at("ttl").exists) point.at("ttl").oneOf(["5m", "1h"], "cache-point");
};

const RESULT_KINDS: Readonly<Record<string, Check>> = {
  text: checkText,
  // "Provide a json object for the field and try again."
  json: (json) => void json.is("object", "result-json"),
  image: checkImage,
  document: checkDocument,
  video: checkVideo,
  searchResult: (result) => void result.is("object", "search-result"),
};

const USER = ["user"];
const ASSISTANT = ["assistant"];
const BOTH = [...USER, ...ASSISTANT];

// "You can only include images and documents if the role is user."
const KINDS: Readonly<Record<string, Kind>> = {
  text: { roles: [...BOTH, "system"], check: checkText },
  image: { roles: USER, check: checkImage },
  document: { roles: USER, check: checkDocument },
  video: { roles: USER, check: checkVideo },
  audio: { roles: USER },
  toolUse: { roles: ASSISTANT, check: checkToolUse },
  toolResult: { roles: USER, check: checkToolResult },
  reasoningContent: { roles: ASSISTANT, check: checkReasoning },
  citationsContent: { roles: ASSISTANT },
  cachePoint: { roles: [...BOTH, "system"], check: checkCachePoint },
  guardContent: { roles: [...USER, "system"] },
  searchResult: { roles: USER },
};

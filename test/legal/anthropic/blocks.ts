import type { Place } from "../place.ts";
import { EXTRA } from "./extra.ts";

type Check = (block: Place, role: string) => void;

interface Kind {
  readonly roles: readonly string[];
  /** The fields that a block may have in addition to `type`; undefined if they are not documented. */
  readonly fields?: readonly string[];
  readonly check?: Check;
}

const TOOL_ID = /^[a-zA-Z0-9_-]+$/; // A7
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/; // A5.1
const SERVER_TOOL_ID = /^srvtoolu_[a-zA-Z0-9_]+$/; // A7
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"]; // A4

export function checkBlock(block: Place, role: string): void {
  if (!block.is("object", "block-shape")) return;
  const type = block.at("type");
  const kind = KINDS[type.text];
  type.badIf(kind === undefined, "block-kind", "is not a kind of content block");
  if (kind === undefined) return;
  checkRole(block, kind, role);
  if (kind.fields !== undefined) block.onlyKeys(["type", ...kind.fields], "block-field", EXTRA);
  kind.check?.(block, role);
}

// A8 rule 5, A1 (document in an assistant message), A4 (system messages hold text and tool changes).
function checkRole(block: Place, { roles }: Kind, role: string): void {
  const type = block.at("type").text;
  const known = ["user", "assistant", "system"].includes(role);
  block.badIf(
    known && !roles.includes(role),
    "block-role",
    `${type} blocks can only be in ${roles.join(", ")} messages`,
  );
}

const checkText: Check = (block, role) => {
  const text = block.at("text");
  if (!text.is("string", "text-shape")) return;
  const blank = text.text.trim() === "";
  block.badIf(text.text === "", "empty-text", "text content blocks must be non-empty");
  block.badIf(blank && text.text !== "", "blank-text", "text content blocks must contain non-whitespace text");
  const cites = role === "user" && block.at("citations").items().length > 0; // A1
  block.at("citations").badIf(cites, "user-citations", "citations are not permitted in user messages");
};

const checkImage: Check = (block) => {
  const source = block.at("source");
  source.at("type").oneOf(["base64", "url", "file"], "source-type");
  if (source.at("type").value === "base64") source.at("media_type").oneOf(IMAGE_TYPES, "image-type");
  checkSource(source);
};

const checkDocument: Check = (block) => {
  const source = block.at("source");
  source.at("type").oneOf(["base64", "text", "content", "url", "file"], "source-type");
  if (source.at("type").value === "base64") source.at("media_type").oneOf(["application/pdf"], "document-type");
  if (source.at("type").value === "text") source.at("media_type").oneOf(["text/plain"], "document-type");
  checkSource(source);
};

// A4: each kind of source has its one field.
function checkSource(source: Place): void {
  const fields: Record<string, string> = { base64: "data", text: "data", url: "url", file: "file_id" };
  const type = source.at("type").text;
  const field = fields[type];
  if (field === undefined || !source.at(field).is("string", "source-data")) return;
  const data = source.at(field);
  data.badIf(data.text === "" && type !== "text", "source-data", "must not be empty");
  data.badIf(type === "base64" && data.text.startsWith("data:"), "source-data", "is base64 without a data: prefix");
}

const checkThinking: Check = (block) => {
  block.at("thinking").is("string", "thinking-text"); // may be empty (A9 `display`)
  const signature = block.at("signature");
  const message = "Invalid `signature` in `thinking` block";
  signature.badIf(signature.text === "", "thinking-signature", message);
};

const checkToolUse: Check = (block) => {
  checkId(block.at("id"), TOOL_ID);
  const name = block.at("name");
  name.badIf(!TOOL_NAME.test(name.text), "tool-use-name", `String should match pattern '${TOOL_NAME.source}'`);
  block.at("input").is("object", "tool-use-input");
};

const checkServerToolUse: Check = (block) => {
  checkId(block.at("id"), SERVER_TOOL_ID);
  block.at("input").is("object", "tool-use-input");
};

function checkId(id: Place, pattern: RegExp): void {
  id.badIf(!pattern.test(id.text), "tool-id", `String should match pattern '${pattern.source}'`);
}

// A8: omitted, a string, or blocks of these kinds.
const checkToolResult: Check = (block) => {
  checkId(block.at("tool_use_id"), TOOL_ID);
  block.at("is_error").isOptional("boolean", "result-error");
  const content = block.at("content");
  if (!content.exists || typeof content.value === "string" || !content.is("array", "result-content")) return;
  for (const item of content.items()) {
    item.at("type").oneOf(RESULT_KINDS, "result-kind");
    if (RESULT_KINDS.includes(item.at("type").text)) checkBlock(item, "result");
  }
};

const RESULT_KINDS = ["text", "image", "document", "search_result", "tool_reference", "browser_state"];

const USER = ["user"];
const ASSISTANT = ["assistant"];
const serverResult: Kind = { roles: ASSISTANT };

// A4: the union of input blocks, the beta ones too. The facts do not say whether an assistant may show an image.
const KINDS: Readonly<Record<string, Kind>> = {
  text: { roles: ["user", "assistant", "system"], fields: ["text", "citations", "cache_control"], check: checkText },
  image: { roles: ["user", "assistant"], fields: ["source", "cache_control", "transformations"], check: checkImage },
  document: {
    roles: USER,
    fields: ["source", "title", "context", "citations", "cache_control"],
    check: checkDocument,
  },
  search_result: { roles: USER, fields: ["title", "source", "content", "citations", "cache_control"] },
  thinking: { roles: ASSISTANT, fields: ["thinking", "signature", "cache_control"], check: checkThinking },
  redacted_thinking: {
    roles: ASSISTANT,
    fields: ["data", "cache_control"],
    check: (block) => void block.at("data").is("string", "redacted-data"),
  },
  tool_use: {
    roles: ASSISTANT,
    fields: ["id", "name", "input", "cache_control", "caller", "toolset_name"],
    check: checkToolUse,
  },
  tool_result: {
    roles: USER,
    fields: ["tool_use_id", "content", "is_error", "cache_control", "toolset_name"],
    check: checkToolResult,
  },
  tool_reference: { roles: [], fields: ["tool_name", "cache_control"] },
  browser_state: { roles: [] },
  server_tool_use: { roles: ASSISTANT, check: checkServerToolUse },
  web_search_tool_result: serverResult,
  web_fetch_tool_result: serverResult,
  code_execution_tool_result: serverResult,
  bash_code_execution_tool_result: serverResult,
  text_editor_code_execution_tool_result: serverResult,
  tool_search_tool_result: serverResult,
  advisor_tool_result: serverResult,
  mcp_tool_use: serverResult,
  mcp_tool_result: serverResult,
  mcp_tool_listing: serverResult,
  compaction: serverResult,
  fallback: serverResult,
  container_upload: { roles: ["user", "assistant"] },
  tool_addition: { roles: ["system"] },
  tool_removal: { roles: ["system"] },
};

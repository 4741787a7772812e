import { isArray, isObject } from "../../json/value.ts";
import type { OpaquePart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** The text and the loaded tools of a block that only this API has, for other dialects. */
export function textOfBlock(block: JsonObject): Pick<OpaquePart, "text" | "loads"> {
  if (block.type === "tool_reference") {
    const name = String(block.tool_name);
    return { text: `[Tool loaded: ${name}]`, loads: [{ name }] };
  }
  if (block.type === "tool_addition" || block.type === "tool_removal") {
    const { name, definition, server_name: server } = objectIn(block.tool);
    const added = block.type === "tool_addition";
    // A definition stands in the block itself, and a whole server has no name of a tool.
    const shown = name ?? objectIn(definition).name ?? server;
    const loads = added && typeof name === "string" ? { loads: [{ name }] } : {};
    return { text: `[Tool ${added ? "added" : "removed"}: ${String(shown)}]`, ...loads };
  }
  if (!BLOCKS_OF_TEXT.has(block.type)) return {};
  const texts = textsIn(block.type === "document" ? objectIn(block.source).content : block.content);
  const text = [block.title, block.source, ...texts].filter((each) => typeof each === "string").join("\n");
  return text === "" ? {} : { text };
}

/** The summary of a `compaction` stands for the messages before it, which a client may leave out. */
const BLOCKS_OF_TEXT: ReadonlySet<Json | undefined> = new Set(["search_result", "document", "compaction"]);

function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function textsIn(content: Json | undefined): string[] {
  if (typeof content === "string") return [content];
  if (!isArray(content)) return [];
  return content.flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []));
}

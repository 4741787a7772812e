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
    const name = isObject(block.tool) ? String(block.tool.name) : "";
    const added = block.type === "tool_addition";
    return { text: `[Tool ${added ? "added" : "removed"}: ${name}]`, ...(added ? { loads: [{ name }] } : {}) };
  }
  if (block.type !== "search_result" && block.type !== "document") return {};
  const texts = textsIn(block.type === "document" ? sourceContent(block) : block.content);
  return { text: [block.title, block.source, ...texts].filter((each) => typeof each === "string").join("\n") };
}

function sourceContent({ source }: JsonObject): Json | undefined {
  return isObject(source) ? source.content : undefined;
}

function textsIn(content: Json | undefined): string[] {
  if (typeof content === "string") return [content];
  if (!isArray(content)) return [];
  return content.flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []));
}

import { type Converted, convertTools, isObject, isProfileName, type Json, parseJson } from "@toolglot/core";
import { type OpenedExchange, openedNamed } from "./opened.ts";
import { jsonLines, valueAt } from "./text.ts";
import type { ToolContent, TranslatedArguments } from "./views.ts";

const MOST_REPORTS = 50;

/** The tools of a request as the client declared them, and as the provider got them. */
export function listTools({ id }: { id: string }): ToolContent[] {
  return toolRows(openedNamed(id)).map(({ state, label, left, right, losses, changes }) => ({
    name: nameOf(left?.value) ?? nameOf(right?.value) ?? label,
    state,
    declared: textOf(left?.value),
    sent: textOf(right?.value),
    losses: losses.slice(0, MOST_REPORTS),
    changes: changes.slice(0, MOST_REPORTS),
  }));
}

/** Arguments as a call in the history is sent (`lower`), and as a call of the model is understood (`lift`). */
export function translateArguments({
  id,
  name,
  text,
}: {
  id: string;
  name: string;
  text: string;
}): TranslatedArguments {
  try {
    const converted = convertedTools(openedNamed(id));
    const args = parseJson(text);
    const sentName = [...converted.names].find(([, source]) => source.name === name)?.[0] ?? name;
    const lowered = converted.lower(name, args);
    return {
      lowered: textOf(lowered),
      lifted: textOf(converted.lift(sentName, lowered)),
      liftedAsTyped: textOf(converted.lift(sentName, args)),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function convertedTools(kept: OpenedExchange): Pick<Converted, "names" | "lift" | "lower"> {
  const { bridge } = kept.exchange;
  const lists = new Set(toolRows(kept).flatMap(({ left }) => (left === undefined ? [] : [listOf(left.pointer)])));
  if (bridge === undefined || lists.size === 0) throw new Error("This request declares no tools");
  const tools = [...lists].flatMap((pointer) => valueAt(kept.shown("clientRequest") ?? null, pointer) ?? []);
  const profile = bridge.profile !== undefined && isProfileName(bridge.profile) ? { profile: bridge.profile } : {};
  return convertTools(tools, { from: bridge.from, to: bridge.to, onInvalid: "skip", ...profile });
}

// Some dialects group tools, and Codex declares them in an item of the input: the outermost list counts.
function listOf(pointer: string): string {
  return pointer.replace(/(\/[a-z_]*(?:tools|functions))\/\d.*$/i, "$1");
}

function toolRows(kept: OpenedExchange) {
  return kept.requestRows.filter(({ kind }) => kind === "tool");
}

function nameOf(tool: Json | undefined): string | undefined {
  if (tool === undefined || !isObject(tool)) return undefined;
  if (typeof tool.name === "string") return tool.name;
  return isObject(tool.function ?? null) ? nameOf(tool.function) : undefined;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? "" : jsonLines(value).join("\n");
}

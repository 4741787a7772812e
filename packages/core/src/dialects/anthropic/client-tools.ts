import type { ClientTool } from "../../model/dialect.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { HostedFields } from "../../model/tool.ts";

/** Whether the client runs a tool that Anthropic defines. */
export function isClientTool({ vendorType }: HostedFields): boolean {
  return FAMILY.test(vendorType);
}

/** The tools that Anthropic defines and the client runs, as functions; `undefined` for server tools. */
export function clientTool({ vendorType, settings }: HostedFields): ClientTool | undefined {
  const [, family = "", version = ""] = FAMILY.exec(vendorType) ?? [];
  const tool = FAMILIES.get(family)?.(version, settings);
  if (tool === undefined) return undefined;
  const name = typeof settings.name === "string" ? settings.name : tool.name;
  return { ...tool, name, settings: [...(tool.settings ?? []), "name"], fields: FIELDS };
}

/** Fields of every tool: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference */
const FIELDS = {
  cacheControl: "cache_control",
  deferLoading: "defer_loading",
  allowedCallers: "allowed_callers",
  inputExamples: "input_examples",
  strict: "strict",
};

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference */
const FAMILY = /^(bash|text_editor|memory|computer)_(\d{8})$/;

type Family = (version: string, settings: HostedFields["settings"]) => ClientTool;

const FAMILIES: ReadonlyMap<string, Family> = new Map(
  Object.entries<Family>({ bash: () => BASH, text_editor: textEditor, memory: () => MEMORY, computer }),
);

// ── bash ────────────────────────────────────────────────────────────────────

const BASH: ClientTool = {
  name: "bash",
  description: "Runs a command in a bash session that stays open from call to call, and returns what it prints.",
  inputSchema: {
    type: "object",
    properties: {
      command: { type: "string", description: "The command to run; required unless the session is restarted." },
      restart: { type: "boolean", description: "Whether to start a new session instead." },
    },
  },
};

// ── files ───────────────────────────────────────────────────────────────────

const PATH = { type: "string", description: "The file or directory." };
const OLD_TEXT = {
  type: "string",
  description: "For str_replace: the text to replace, which must occur exactly once.",
};

/** Versions before April 2025 can undo, go by another name, and take the text to insert in `new_str`. */
function textEditor(version: string, { max_characters: most }: HostedFields["settings"]): ClientTool {
  const old = version < "20250429";
  const cut = typeof most === "number" ? ` Files are cut after ${most} characters.` : "";
  return {
    name: old ? "str_replace_editor" : "str_replace_based_edit_tool",
    description: `Views, creates and edits text files.${cut}`,
    inputSchema: editorSchema(old),
    settings: ["max_characters"],
  };
}

function editorSchema(old: boolean): JsonSchema {
  const commands = ["view", "create", "str_replace", "insert", ...(old ? ["undo_edit"] : [])];
  const inserted = { type: "string", description: "For insert: the text to insert." };
  const newText = { type: "string", description: `For str_replace${old ? " and insert" : ""}: the new text.` };
  return {
    type: "object",
    properties: {
      command: { type: "string", enum: commands },
      path: PATH,
      view_range: {
        type: "array",
        items: { type: "integer" },
        description: "For view: the first and the last line, counted from 1; -1 is the end of the file.",
      },
      file_text: { type: "string", description: "For create: the whole content." },
      old_str: OLD_TEXT,
      new_str: newText,
      insert_line: { type: "integer", description: "For insert: the line after which to insert; 0 is the beginning." },
      ...(old ? {} : { insert_text: inserted }),
    },
    required: ["command", "path"],
  };
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool */
const MEMORY: ClientTool = {
  name: "memory",
  description: "Reads and keeps notes in files below /memories, which stay from one conversation to the next.",
  inputSchema: {
    type: "object",
    properties: {
      command: { type: "string", enum: ["view", "create", "str_replace", "insert", "delete", "rename"] },
      path: PATH,
      view_range: { type: "array", items: { type: "integer" }, description: "For view: the first and the last line." },
      file_text: { type: "string", description: "For create: the whole content." },
      old_str: OLD_TEXT,
      new_str: { type: "string", description: "For str_replace: the new text." },
      insert_line: { type: "integer", description: "For insert: the line at which to insert." },
      insert_text: { type: "string", description: "For insert: the text to insert." },
      old_path: { type: "string", description: "For rename: what is renamed." },
      new_path: { type: "string", description: "For rename: its new path." },
    },
    required: ["command"],
  },
};

// ── the screen ──────────────────────────────────────────────────────────────

const BASIC = ["key", "type", "mouse_move", "left_click", "left_click_drag", "right_click", "middle_click"];
const POINTING = ["double_click", "screenshot", "cursor_position"];
const SINCE_2025 = ["left_mouse_down", "left_mouse_up", "scroll", "hold_key", "wait", "triple_click"];

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool */
function computer(version: string, settings: HostedFields["settings"]): ClientTool {
  const { display_width_px: width, display_height_px: height, enable_zoom: zooms } = settings;
  const size = typeof width === "number" && typeof height === "number" ? ` It is ${width} by ${height} pixels.` : "";
  const since = version < "20250124" ? [] : SINCE_2025;
  return {
    name: "computer",
    description: `Uses a computer by its screen, mouse and keyboard.${size} Take a screenshot to see it.`,
    inputSchema: computerSchema([...BASIC, ...POINTING, ...since, ...(zooms === true ? ["zoom"] : [])]),
    settings: ["display_width_px", "display_height_px", "display_number", "enable_zoom"],
  };
}

function computerSchema(actions: readonly string[]): JsonSchema {
  const point = { type: "array", items: { type: "integer" } };
  const named = (name: string, property: JsonSchema, action: string) =>
    actions.includes(action) ? { [name]: property } : {};
  return {
    type: "object",
    properties: {
      action: { type: "string", enum: [...actions] },
      coordinate: { ...point, description: "The point [x, y] that the mouse moves to, clicks on or is dragged to." },
      text: { type: "string", description: "What to type, or the keys to press, e.g. ctrl+s." },
      ...named("start_coordinate", { ...point, description: "For left_click_drag: where it begins." }, "scroll"),
      ...named("scroll_direction", { type: "string", enum: ["up", "down", "left", "right"] }, "scroll"),
      ...named(
        "scroll_amount",
        { type: "integer", description: "For scroll: how many clicks of the wheel." },
        "scroll",
      ),
      ...named("duration", { type: "number", description: "For hold_key and wait: how many seconds." }, "wait"),
      ...named("region", { ...point, description: "For zoom: the corners [x0, y0, x1, y1]." }, "zoom"),
    },
    required: ["action"],
  };
}

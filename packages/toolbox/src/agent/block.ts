import { isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";

/** Builds a content block from the deltas of a stream. */
export class BlockBuilder {
  private readonly start: JsonObject;
  private readonly texts: Record<string, string> = {};
  private readonly citations: Json[] = [];
  private json = "";
  /** The arguments of a call as the model sent them, if they are not valid JSON. */
  invalidArguments: string | undefined;

  constructor(start: JsonObject) {
    this.start = start;
  }

  /** Adds a delta; returns the text or reasoning that it contains. */
  add(delta: JsonObject): { readonly text?: string; readonly reasoning?: string } {
    const { type, text, thinking, signature, partial_json, citation } = delta;
    if (type === "text_delta") return { text: this.append("text", text) };
    if (type === "thinking_delta") return { reasoning: this.append("thinking", thinking) };
    if (type === "signature_delta") this.append("signature", signature);
    if (type === "input_json_delta" && typeof partial_json === "string") this.json += partial_json;
    if (type === "citations_delta" && citation !== undefined) this.citations.push(citation);
    return {};
  }

  /** The block as it is sent back to the provider; `undefined` for empty text, which providers reject. */
  finish(): JsonObject | undefined {
    const block = { ...this.start, ...this.texts };
    if (block.type === "text" && block.text === "") return undefined;
    if (this.citations.length > 0) return { ...block, citations: this.citations };
    return block.type === "tool_use" && this.json !== "" ? { ...block, input: this.input() } : block;
  }

  private append(field: string, piece: Json | undefined): string {
    const text = typeof piece === "string" ? piece : "";
    const before = this.texts[field] ?? this.start[field];
    this.texts[field] = (typeof before === "string" ? before : "") + text;
    return text;
  }

  // Arguments that cannot be parsed cannot be sent back either; the tool result quotes them.
  private input(): JsonObject {
    const value = parsed(this.json);
    if (isObject(value)) return value;
    this.invalidArguments = this.json;
    return {};
  }
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

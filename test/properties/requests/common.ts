import type { Call, Conversation, Tool, Turn } from "../conversation.ts";
import type { Fields } from "../dialects.ts";

/** Bytes that look like a picture and a document. */
export const IMAGE = "iVBORw0KGgo=";
export const PDF = "JVBERi0xLjQK";
export const IMAGE_URL = "https://example.com/cat.png";
export const PDF_URL = "https://example.com/paper.pdf";

/** A call that has its number in the conversation. */
export type Numbered = Call & { readonly number: number };

const STYLES: readonly ((number: number) => string)[] = [
  (number) => `call_${number}`,
  (number) => `toolu_${number}`,
  (number) => `fc_${number}`,
  (number) => `${number}`,
  (number) => `functions.f:${number}`,
  (number) => `chatcmpl-tool-${String(number).padStart(40, "0")}`,
];

/** An id for a call, of those that the dialect takes. */
export function idOf({ style, number }: Numbered, legal: RegExp): string {
  const id = STYLES[style]?.(number) ?? "";
  return legal.test(id) ? id : `call_${number}`;
}

/** The tools by names that the dialect takes, each once. */
export function namedTools({ tools }: Conversation, legal: RegExp): readonly Tool[] {
  return tools.map((tool) => (legal.test(tool.name) ? tool : { ...tool, name: `${tool.name.replace(".", "_")}_2` }));
}

/** Turns without what a dialect has no room for: an assistant that says nothing. */
export function withoutEmptyTurns(turns: readonly Turn[]): Turn[] {
  return turns.map((turn) =>
    turn.role === "assistant" && turn.calls.length === 0 && turn.texts.length === 0 ? { ...turn, texts: ["ok"] } : turn,
  );
}

/** Whether a text says anything, for dialects that take no other. */
export function nonBlank(text: string): string {
  return text.trim() === "" ? `blank${text}.` : text;
}

export function dataUrl(type: string, data: string): string {
  return `data:${type};base64,${data}`;
}

export function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}

/** One server-sent event: its name where it has one, and its data. */
export interface SseEvent {
  readonly event?: string;
  readonly data: string;
}

/** Splits the text of an event stream; comments are dropped, and a last event without its blank line counts. */
export function splitSse(text: string): SseEvent[] {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .flatMap((block) => readBlock(block.split("\n")));
}

function readBlock(lines: readonly string[]): SseEvent[] {
  const data = fieldsOf(lines, "data");
  const event = fieldsOf(lines, "event").at(-1);
  if (data.length === 0) return [];
  return [{ ...(event === undefined ? {} : { event }), data: data.join("\n") }];
}

function fieldsOf(lines: readonly string[], name: string): string[] {
  return lines
    .filter((line) => line === name || line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
}

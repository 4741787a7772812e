/** Maps each line of a stream of UTF-8 text as soon as it is complete. */
export function mapLines(change: (line: string) => string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  // Kept in pieces, so that a long line is joined only once.
  let pieces: string[] = [];
  return new TransformStream({
    transform: (chunk, controller) => {
      const text = decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf("\n");
      if (end < 0) return void pieces.push(text);
      const lines = (pieces.join("") + text.slice(0, end)).split("\n");
      pieces = [text.slice(end + 1)];
      controller.enqueue(encoder.encode(`${lines.map(change).join("\n")}\n`));
    },
    flush: (controller) => {
      const rest = pieces.join("") + decoder.decode();
      if (rest !== "") controller.enqueue(encoder.encode(change(rest)));
    },
  });
}

/** The bodies that are freed when they are sent. */
const freed = new WeakSet<object>();

/**
 * The bytes of a body, which `freeBody` frees when they are sent: undici keeps them until the end of the response, and that of a
 * stream may take minutes. They share no memory with others: Node puts small ones into a common piece, which each of them would keep.
 */
export function freeableBody(text: string): Buffer {
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  freed.add(body);
  return body;
}

export function isFreeable(chunk: unknown): chunk is Buffer {
  return typeof chunk === "object" && chunk !== null && freed.has(chunk);
}

/** Frees the memory of a body whose bytes the system has. */
export function freeBody({ buffer }: Buffer): void {
  // What is transferred to nobody is garbage.
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}

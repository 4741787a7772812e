/** Passes bytes through; errors the stream once there are more than the limit. */
export function boundedBytes(limit: number, tooMany: () => Error): TransformStream<Uint8Array, Uint8Array> {
  let total = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      total += chunk.length;
      if (total > limit) controller.error(tooMany());
      else controller.enqueue(chunk);
    },
  });
}

/** The same for a stream of events, with the limit per event. */
export function boundedEvents(limit: number, tooMany: () => Error): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  let isLineEmpty = true;
  return new TransformStream({
    transform: (chunk, controller) => {
      for (const byte of chunk) {
        // An empty line ends an event.
        if (byte === NEWLINE && isLineEmpty) size = 0;
        else size++;
        if (byte !== RETURN) isLineEmpty = byte === NEWLINE;
        if (size > limit) return controller.error(tooMany());
      }
      controller.enqueue(chunk);
    },
  });
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

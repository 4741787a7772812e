/** Whether a content type is that of a stream of events. */
export function isStreamType(type = ""): boolean {
  return /event-stream|ndjson|eventstream/.test(type);
}

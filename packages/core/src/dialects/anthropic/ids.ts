/** The id of a message, with the prefix of this API. */
export function messageId(id: string): string {
  return id.startsWith("msg_") ? id : `msg_${id}`;
}

/** The id of an answer, as ids of messages look here. */
export function messageId(id: string): string {
  return id.startsWith("msg_") ? id : `msg_${id}`;
}

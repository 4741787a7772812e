import type { Message } from "../../model/message.ts";

/** Splits a conversation for a dialect into the system messages that it begins with, and the rest. */
export function splitSystem(
  messages: readonly Message[],
  dialect: string,
): { leading: readonly Message[]; rest: readonly Message[] } {
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const end = first < 0 ? messages.length : first;
  // A system message in the native list of messages stays there, even if it is the first.
  const own = messages.findIndex(({ origin }) => origin?.dialect === dialect && origin.place.key !== "system");
  const cut = own < 0 ? end : Math.min(end, own);
  return { leading: messages.slice(0, cut), rest: messages.slice(cut) };
}

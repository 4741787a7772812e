import { loseForeignExtras } from "../../mapping/foreign-extras.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { joinMessages } from "../../mapping/nodes/join-messages.ts";
import { copyMessage } from "../../mapping/nodes/parts.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { Message } from "../../model/message.ts";
import type { MediaPart, Part, TextPart } from "../../model/part.ts";
import type { ConversationProfile, IdRule } from "../../model/profile.ts";
import type { ResultPart } from "../../model/result.ts";
import type { Report } from "../../report.ts";
import { pairResults } from "./pair-results.ts";

/** What stands for the user's first words where a conversation begins without any. */
const CONTINUED = "(The conversation goes on.)";

/** What a target wants of a conversation, as far as it depends on the model. */
export interface ArrangeOptions {
  readonly dialect: string;
  readonly profile: ConversationProfile;
  readonly callIds: IdRule;
  /** A system message may follow what the user says. */
  readonly midSystem: boolean;
}

/**
 * Puts the messages of another dialect in the order that a target wants: results right after their calls, in messages of
 * their own or at the head of the user's turn, system messages where they may stand, and nothing empty.
 */
export function arrangeMessages(
  messages: readonly Message[],
  options: ArrangeOptions,
  report: Report,
): readonly Message[] {
  const { profile } = options;
  // Nothing is left of a message that was only a thought of another vendor.
  const filled = replaceItems(messages, (message) => (isNothing(message) ? NONE : message));
  const readable = replaceItems(filled, (message) => readableTo(options.dialect, message, report));
  // What says nothing must not stand between what belongs together.
  const spoken = profile.emptyText ? readable : replaceItems(readable, (message) => withoutBlanks(message, report));
  const paired = pairResults(spoken, options.callIds, report);
  const shown = replaceItems(paired, (message) =>
    message.role === "tool" ? showMedia(message, profile, report) : message,
  );
  const said = profile.emptyText ? shown : replaceItems(shown, (message) => withoutBlanks(message, report));
  const placed = placeSystem(said, options, report);
  const joined = profile.resultsInUserTurn ? joinResults(placed, report) : placed;
  return profile.startsWithUser ? startWithUser(joined, report) : joined;
}

/** Results as a target can hold them, and what it cannot hold shown by the user right after them. */
export function arrangeResults(
  results: readonly ResultPart[],
  { dialect, profile }: Pick<ArrangeOptions, "dialect" | "profile">,
  report: Report,
): Message[] {
  if (results.length === 0) return [];
  const parts = readableParts(dialect, results, report);
  return [showMedia({ role: "tool", parts }, profile, report)].flat();
}

// ── blocks of one vendor ────────────────────────────────────────────────────

function readableTo(dialect: string, message: Message, report: Report): Message | readonly Message[] {
  const parts = readableParts(dialect, message.parts, report);
  if (parts === message.parts) return message;
  if (parts.length > 0) return { ...message, parts };
  reportEmpty(message, report);
  return NONE;
}

function readableParts(dialect: string, parts: readonly Part[], report: Report): readonly Part[] {
  return replaceItems(parts, (part) => {
    if (part.type === "result") return readableResult(dialect, part, report);
    if (part.type !== "opaque" || part.origin?.dialect === dialect) return part;
    nodeReport(part, report).lose("part", {
      feature: part.feature,
      action: part.text === undefined ? "dropped" : "described",
    });
    return part.text === undefined ? NONE : { type: "text", text: part.text, ...originOf(part) };
  });
}

function readableResult(dialect: string, result: ResultPart, report: Report): ResultPart {
  const parts = readableParts(dialect, result.parts, report);
  return parts === result.parts ? result : { ...result, parts };
}

function originOf({ origin }: Part): Pick<Part, "origin"> {
  return origin === undefined ? {} : { origin };
}

// ── media in results ────────────────────────────────────────────────────────

// What a result cannot hold is shown by the user right after it.
function showMedia(message: Message, profile: ConversationProfile, report: Report): Message | readonly Message[] {
  if (message.parts.every((part) => part.type !== "result" || holds(part, profile))) return message;
  const shown: Part[] = [];
  const parts = message.parts.map((part) => {
    if (part.type !== "result" || holds(part, profile)) return part;
    const moved = part.parts.filter((inner): inner is MediaPart => !fits(inner, profile));
    for (const media of moved)
      nodeReport(media, report).lose("result-media", { feature: media.kind, action: "weakened" });
    shown.push({ type: "text", text: `[From the result of ${part.name ?? "a tool"} (${part.id}):]` }, ...moved);
    return pointing(part, moved, profile);
  });
  return [
    { ...message, parts },
    { role: "user", parts: shown },
  ];
}

function holds({ parts }: ResultPart, profile: ConversationProfile): boolean {
  return parts.every((part) => fits(part, profile));
}

// Where results hold some media, users show no others.
function fits(part: Part, { resultMedia }: ConversationProfile): boolean {
  return part.type !== "media" || resultMedia.size > 0;
}

function pointing(result: ResultPart, moved: readonly MediaPart[], profile: ConversationProfile): ResultPart {
  const kept = result.parts.filter((part) => fits(part, profile));
  const note: TextPart = {
    type: "text",
    text: `[${moved.map(({ kind }) => kind).join(", ")}: shown in the next message]`,
  };
  return { ...result, parts: [...kept, note] };
}

// ── nothing empty ───────────────────────────────────────────────────────────

function withoutBlanks(message: Message, report: Report): Message | readonly Message[] {
  const parts = replaceItems(message.parts, (part) => {
    if (!isBlank(part)) return part;
    nodeReport(part, report).change("empty-text");
    return NONE;
  });
  if (parts.length > 0) return parts === message.parts ? message : { ...message, parts };
  reportEmpty(message, report);
  return NONE;
}

// What stood in the message and was not understood goes with it.
function reportEmpty(message: Message, report: Report): void {
  nodeReport(message, report).change("empty-message");
  loseForeignExtras("", message, report);
}

const NONE: readonly never[] = [];

function isNothing({ parts, origin }: Message): boolean {
  return parts.length === 0 && origin === undefined;
}

function isBlank(part: Part): boolean {
  return part.type === "text" && part.text.trim() === "";
}

// ── system messages ─────────────────────────────────────────────────────────

function placeSystem(
  messages: readonly Message[],
  { profile, midSystem }: ArrangeOptions,
  report: Report,
): readonly Message[] {
  if (profile.system === "anywhere") return messages;
  const first = messages.findIndex((message) => !isSystem(message));
  return replaceItems(messages, (message, index) => {
    if (!isSystem(message) || index < first || first < 0) return message;
    if (midSystem && isUser(messages[index - 1]) && (messages[index + 1]?.role ?? "assistant") === "assistant")
      return message;
    nodeReport(message, report).lose("system-message", { feature: message.role, action: "weakened" });
    return systemAsUser(message);
  });
}

export function isSystem({ role }: Message): boolean {
  return role === "system" || role === "developer";
}

function isUser(message: Message | undefined): boolean {
  return message?.role === "user" || message?.role === "tool";
}

export function systemAsUser(message: Message): Message {
  const parts = message.parts.map((part) =>
    part.type === "text" ? { ...part, text: `<system>\n${part.text}\n</system>` } : part,
  );
  return { ...message, role: "user", parts };
}

// ── turns ───────────────────────────────────────────────────────────────────

function joinResults(messages: readonly Message[], report: Report): Message[] {
  const joined: Message[] = [];
  let open = false;
  for (const message of messages) {
    const last = joined.at(-1);
    if (open && last !== undefined && message.role === "user")
      joined[joined.length - 1] = joinTurn(last, message, report);
    else joined.push(message.role === "tool" ? copyMessage(message, message.parts, "user") : message);
    open = message.role === "tool";
  }
  return joined;
}

function joinTurn(results: Message, said: Message, report: Report): Message {
  // Nobody can tell afterwards whether what stood alone was a list.
  if (said.plain === false && said.parts.length === 1) nodeReport(said, report).change("default-layout");
  const joined = joinMessages(results, said, report);
  const { origin = joined.origin } = said;
  return copyMessage({ ...joined, origin }, joined.parts);
}

function startWithUser(messages: readonly Message[], report: Report): readonly Message[] {
  const first = messages.findIndex((message) => !isSystem(message));
  const opening = messages[first];
  if (opening !== undefined && opening.role !== "assistant") return messages;
  if (opening !== undefined) nodeReport(opening, report).change("missing-user-turn");
  const user: Message = { role: "user", parts: [{ type: "text", text: CONTINUED }], plain: true };
  return first < 0 ? [...messages, user] : [...messages.slice(0, first), user, ...messages.slice(first)];
}

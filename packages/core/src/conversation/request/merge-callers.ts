// Consecutive assistant messages as one, so that calls stand directly before their results.

import { hasContent, joinFields } from "../../mapping/nodes/join-messages.ts";
import { copyMessage } from "../../mapping/nodes/parts.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";

/**
 * Merges the messages of a turn. Its calls may come in several of them, and nothing may stand between them and their results.
 */
export function mergeCallers(messages: readonly Message[], report: Report): Message[] {
  const merged: Message[] = [];
  for (let start = 0, end = 0; start < messages.length; start = end) {
    end = endOfRun(messages, start);
    if (end - start === 1) merged.push(messages[start] as Message);
    else for (const message of mergeRun(messages.slice(start, end), report)) merged.push(message);
  }
  return merged;
}

// Of all messages, only those of the assistant belong together.
function endOfRun(messages: readonly Message[], start: number): number {
  let end = start;
  while (messages[end]?.role === "assistant") end++;
  return Math.max(end, start + 1);
}

function mergeRun(messages: readonly Message[], report: Report): Message[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    let next = new Turn(message);
    for (let last = turns.at(-1); last?.belongsWith(next); last = turns.at(-1)) {
      next = last.join(next, report);
      turns.pop();
    }
    turns.push(next);
  }
  return turns.map((turn) => turn.merged());
}

/** A run of messages that becomes one. Parts are copied when it is complete, so that merging many messages takes linear time. */
class Turn {
  /** The fields of the merged message; its parts are those of the first message. */
  private fields: Message;
  private isTurn: boolean;
  private hasText: boolean;
  /** The messages before the first that was merged, from the last to the first, and those from it on. */
  private readonly before: Message[] = [];
  private readonly others: Message[];

  constructor(message: Message) {
    this.fields = message;
    this.isTurn = message.parts.some(({ type }) => type === "call" || type === "reasoning" || type === "opaque");
    this.hasText = hasContent(message);
    this.others = [message];
  }

  belongsWith(next: Turn): boolean {
    return this.isTurn || next.isTurn;
  }

  join(next: Turn, report: Report): Turn {
    const parts = { parts: this.fields.parts, bothHaveContent: this.hasText && next.hasText };
    const fields = joinFields(this.fields, next.fields, parts, report);
    const joined = this.length >= next.length ? this.append(next) : next.prepend(this);
    joined.fields = fields;
    joined.isTurn = this.isTurn || next.isTurn;
    joined.hasText = this.hasText || next.hasText;
    return joined;
  }

  merged(): Message {
    return this.length === 1
      ? this.fields
      : copyMessage(
          this.fields,
          this.messages().flatMap(({ parts }) => parts),
        );
  }

  private get length(): number {
    return this.before.length + this.others.length;
  }

  private messages(): Message[] {
    return [...this.before.toReversed(), ...this.others];
  }

  private append(next: Turn): Turn {
    for (const message of next.messages()) this.others.push(message);
    return this;
  }

  private prepend(last: Turn): Turn {
    for (const message of last.messages().toReversed()) this.before.push(message);
    return this;
  }
}

// `replaceItems` for the messages of a request, which may be many: the work is counted, and paused when other requests
// should have a turn (`steps.ts`).

import type { Budget } from "../../budget.ts";
import type { Message } from "../../model/message.ts";
import type { Eventually, Steps } from "../../model/steps.ts";
import { replaceItems } from "./replace-items.ts";

/** How many messages are handled between two pauses. */
const BATCH = 256;

/** What one message costs, in steps of the budget. */
const COST = 1 / 32;

/** Replaces messages of a conversation as `replaceItems` does, with pauses where it is long. */
export function replaceInSteps(
  messages: readonly Message[],
  replace: Replace,
  budget: Budget,
): Eventually<readonly Message[]> {
  if (messages.length > BATCH) return replaceMany(messages, replace, budget);
  budget.count(messages.length * COST);
  return replaceItems(messages, replace);
}

type Replace = (message: Message, index: number) => Message | readonly Message[];

function* replaceMany(messages: readonly Message[], replace: Replace, budget: Budget): Steps<readonly Message[]> {
  const replaced: Message[] = [];
  let isSame = true;
  for (let start = 0; start < messages.length; start += BATCH) {
    const some = messages.slice(start, start + BATCH);
    const now = replaceItems(some, (message, index) => replace(message, start + index));
    isSame &&= now === some;
    for (const message of now) replaced.push(message);
    if (budget.isPauseDue(some.length * COST)) yield;
  }
  return isSame ? messages : replaced;
}

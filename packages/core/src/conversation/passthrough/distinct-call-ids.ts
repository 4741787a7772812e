// Within one dialect, call ids are the client's. Clients that number the calls of each turn anew repeat them.

import { legalId } from "../../identity/call-ids.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { copyMessage, copyResult } from "../../mapping/nodes/parts.ts";
import type { Message } from "../../model/message.ts";
import type { IdRule } from "../../model/name-rule.ts";
import type { Part } from "../../model/part.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";

/** Messages in which no two calls have one id, for a provider that refuses this; the same messages where none have. */
export function withDistinctCallIds(messages: readonly Message[], rule: IdRule, report: Report): readonly Message[] {
  const ids = new DistinctIds(rule, report);
  return replaceItems(messages, (message) => {
    ids.startMessage();
    const parts = replaceItems(message.parts, (part) => ids.translate(part));
    return parts === message.parts ? message : copyMessage(message, parts);
  });
}

class DistinctIds {
  private readonly used = new Set<string>();
  /** The client's id → those of the last message with such calls, of which each result takes the next. */
  private readonly latest = new Map<string, { readonly message: number; readonly ids: string[] }>();
  private message = 0;
  private readonly rule: IdRule;
  private readonly report: Report;

  constructor(rule: IdRule, report: Report) {
    this.rule = rule;
    this.report = report;
  }

  startMessage(): void {
    this.message++;
  }

  translate(part: Part): Part {
    if ((part.type !== "call" && part.type !== "result") || part.id === "") return part;
    const id = part.type === "call" ? this.open(part.id) : this.answered(part.id);
    if (id === part.id) return part;
    const { origin } = part;
    this.report.on((origin?.place ?? Place.root).below(origin?.fields.id ?? "/id")).change("duplicate-id", id);
    return part.type === "call" ? { ...part, id } : copyResult(part, { ...part, id });
  }

  private open(wanted: string): string {
    let id = wanted;
    for (let copy = 2; this.used.has(id); copy++) id = legalId(`${wanted}_${copy}`, this.rule);
    this.used.add(id);
    const { message } = this;
    const latest = this.latest.get(wanted);
    if (latest?.message === message) latest.ids.push(id);
    else this.latest.set(wanted, { message, ids: [id] });
    return id;
  }

  // A further result is the provider's to refuse.
  private answered(wanted: string): string {
    const { ids = [] } = this.latest.get(wanted) ?? {};
    return (ids.length > 1 ? ids.shift() : ids[0]) ?? wanted;
  }
}

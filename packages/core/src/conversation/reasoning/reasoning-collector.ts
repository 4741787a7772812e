// Collects the reasoning before a call of a stream, which the call's signature is to carry (`carry.ts`).

import type { StreamEvent } from "../../model/event.ts";
import type { PartBeforeCall } from "./carry.ts";

/** Collects the reasoning and text before the next call of a stream. */
export class ReasoningCollector {
  private readonly open = new Map<number, { part: PartBeforeCall; paragraph: boolean }>();

  take(event: StreamEvent): void {
    if (event.type === "part-start") this.begin(event.index, event.part);
    else if (event.type === "part-delta") this.append(event.index, event.text);
    else if (event.type === "part-note") this.note(event);
  }

  /** The parts since the last call. */
  taken(): PartBeforeCall[] {
    const parts = [...this.open.values()].map(({ part }) => part);
    this.open.clear();
    return parts.filter((part) => part.type !== "text" || part.text !== "");
  }

  private begin(index: number, start: (StreamEvent & { type: "part-start" })["part"]): void {
    if (start.type === "reasoning") this.open.set(index, { part: { ...start, texts: [] }, paragraph: true });
    else if (start.type === "text") this.open.set(index, { part: { type: "text", text: "" }, paragraph: false });
    else if (start.type === "whole" && start.part.type === "reasoning")
      this.open.set(index, { part: start.part, paragraph: true });
  }

  private append(index: number, text: string): void {
    const open = this.open.get(index);
    if (open === undefined) return;
    if (open.part.type === "text") {
      this.open.set(index, { part: { type: "text", text }, paragraph: false });
      return;
    }
    const { texts } = open.part;
    const joined = open.paragraph ? [...texts, text] : [...texts.slice(0, -1), `${texts.at(-1) ?? ""}${text}`];
    this.open.set(index, { part: { ...open.part, texts: joined }, paragraph: false });
  }

  private note({ index, note: { signature, paragraph } }: StreamEvent & { type: "part-note" }): void {
    const open = this.open.get(index);
    if (open === undefined || open.part.type === "text") return;
    const part = signature === undefined ? open.part : { ...open.part, signature };
    this.open.set(index, { part, paragraph: open.paragraph || paragraph === true });
  }
}

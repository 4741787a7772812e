import { type Json, stringifyJson } from "@toolglot/core";
import type { AgentCall, AgentEvent, Refusal, ToolOutcome } from "@toolglot/toolbox";
import { type Screen, screen } from "../output/screen.ts";
import { visible, visibleText } from "../output/visible.ts";
import { note, warn } from "../output/words.ts";
import type { Reporter } from "./report.ts";

/** Tells people of a conversation: the answer on standard output, all else on standard error. */
export function textReporter(): Reporter {
  return new TextReporter();
}

class TextReporter implements Reporter {
  private readonly answer: Screen = screen("stdout");
  private readonly words: Screen = screen("stderr");
  private isLineOpen = false;

  begin(): void {}

  notice({ name, where, reason, level }: Refusal): void {
    const text = `${where}${name === undefined ? "" : ` (${name})`}: ${reason}`;
    if (level !== "info") warn(text);
  }

  event(event: AgentEvent): void {
    switch (event.type) {
      case "text-delta":
        this.say(event.text);
        return;
      case "turn-end":
        this.closeLine();
        return;
      case "call-start":
        this.tell("→", event.call, this.words.style.dim(short(event.call.unreadable ?? event.call.input)));
        return;
      case "call-progress":
        this.tell("…", event.call, this.words.style.dim(short(event.message)));
        return;
      case "call-end":
        this.tell("←", event.call, this.outcome(event.outcome));
        return;
      case "last-turn":
        note(LAST_TURN[event.reason]);
    }
  }

  end(): void {
    this.closeLine();
  }

  private say(text: string): void {
    process.stdout.write(this.answer.isTerminal ? visibleText(text) : text);
    this.isLineOpen = !text.endsWith("\n");
  }

  private closeLine(): void {
    if (this.isLineOpen) process.stdout.write("\n");
    this.isLineOpen = false;
  }

  private tell(sign: string, { name }: AgentCall, rest: string): void {
    process.stderr.write(`${this.words.style.cyan(sign)} ${this.words.style.bold(visible(name))} ${rest}\n`);
  }

  private outcome(outcome: ToolOutcome): string {
    const { style } = this.words;
    const time = style.dim(`${outcome.durationMs} ms`);
    if (!outcome.success) return `${time} ${style.red(`${outcome.code}:`)} ${short(outcome.error)}`;
    return `${time} ${style.dim(short(outcome.result))}`;
  }
}

/** What the user is told when the model has to answer. */
const LAST_TURN = {
  "turn-limit": "the last turn is reached; the model is asked to answer with what it has",
  repetition: "the model makes the same calls again and again; it is asked to answer with what it has",
} as const;

const LONGEST = 160;

function short(value: Json): string {
  const text = typeof value === "string" ? value : stringifyJson(value, { maxDepth: 1000 });
  return visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text);
}

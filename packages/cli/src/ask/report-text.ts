import type { Json } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { AgentCall, AgentEvent, Refusal, ToolOutcome } from "@toolglot/toolbox";
import { escapeInvisible, escapeInvisibleLines } from "../output/escape.ts";
import { logNote, logText, logWarning } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import type { Reporter } from "./report.ts";

/** Prints a conversation: the answer on standard output, everything else on standard error. */
export function textReporter(): Reporter {
  return new TextReporter();
}

class TextReporter implements Reporter {
  private readonly stdout: Screen = screen("stdout");
  private readonly stderr: Screen = screen("stderr");
  private isLineOpen = false;

  begin(): void {}

  notice({ name, where, reason, level }: Refusal): void {
    const text = `${where}${name === undefined ? "" : ` (${name})`}: ${reason}`;
    if (level !== "info") logWarning(text);
  }

  event(event: AgentEvent): void {
    switch (event.type) {
      case "text-delta":
        this.writeText(event.text);
        return;
      case "turn-end":
        this.closeLine();
        return;
      case "call-start":
        this.writeCallLine("→", event.call, this.stderr.style.dim(short(event.call.unreadable ?? event.call.input)));
        return;
      case "call-progress":
        this.writeCallLine("…", event.call, this.stderr.style.dim(short(event.message)));
        return;
      case "call-end":
        this.writeCallLine("←", event.call, this.outcome(event.outcome));
        return;
      case "last-turn":
        logNote(LAST_TURN_NOTES[event.reason]);
    }
  }

  end(): void {
    this.closeLine();
  }

  private writeText(text: string): void {
    this.stdout.print(this.stdout.isTerminal ? escapeInvisibleLines(text) : text);
    this.isLineOpen = !text.endsWith("\n");
  }

  private closeLine(): void {
    if (this.isLineOpen) this.stdout.print("\n");
    this.isLineOpen = false;
  }

  private writeCallLine(sign: string, { name }: AgentCall, rest: string): void {
    void logText(`${this.stderr.style.cyan(sign)} ${this.stderr.style.bold(escapeInvisible(name))} ${rest}\n`);
  }

  private outcome(outcome: ToolOutcome): string {
    const { style } = this.stderr;
    const time = style.dim(`${outcome.durationMs} ms`);
    if (!outcome.success) return `${time} ${style.red(`${outcome.code}:`)} ${short(outcome.error)}`;
    return `${time} ${style.dim(short(outcome.result))}`;
  }
}

/** The note for the user when the model must answer. */
const LAST_TURN_NOTES = {
  "turn-limit": "the turn limit is reached; the model is asked for its final answer",
  repetition: "the model repeats the same calls; it is asked for its final answer",
} as const;

const MAX_LENGTH = 160;

function short(value: Json): string {
  const text = typeof value === "string" ? value : stringifyJson(value, { maxDepth: 1000 });
  return escapeInvisible(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text);
}

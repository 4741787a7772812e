import { JsonError, parseJson } from "@toolglot/core";
import { failureIn } from "../input/failure-in.ts";

/** Reads along with a client's stream, to know whether it ends in an error. */
export class FailureWatch {
  private line = "";
  private seen: string | undefined;

  /** What the error of the stream says. */
  get failure(): string | undefined {
    return this.seen ?? failureOn(this.line);
  }

  /** What comes now is an event of its own, whatever stands before it. */
  breakLine(): void {
    this.see("\n");
  }

  see(text: string): void {
    const [first = "", ...more] = text.split(LINE_END);
    this.line += first;
    for (const line of more) {
      this.seen ??= failureOn(this.line);
      this.line = line;
    }
  }
}

// Within JSON both are escaped, so that no event is cut in two.
const LINE_END = /[\r\n]/;

// Quotes within a text are escaped: only a name or a value of its own can look like this.
const SIGN = /"error"|"response\.failed"/;

function failureOn(line: string): string | undefined {
  if (!SIGN.test(line)) return undefined;
  try {
    return failureIn(parseJson(line.replace(/^data:/, "")));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

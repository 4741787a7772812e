// The fast path `templates`: the JSON text of a translation, as what is the same in all of them and the values between.

import type { Filled } from "./filled.ts";

/** A part of a text that depends on the values of a body. */
export interface WrittenValue {
  write(filled: Filled): string;
}

/** The pieces of a text: each that is joined costs time, so those that are the same in all texts are joined once. */
export class TemplateText {
  /** One more than there are values: before, between and after them. */
  private readonly texts: string[] = [""];
  private readonly values: WrittenValue[] = [];

  addText(text: string): void {
    this.texts.push(this.texts.pop() + text);
  }

  addValue(value: WrittenValue): void {
    this.values.push(value);
    this.texts.push("");
  }

  write(filled: Filled): string {
    const { texts, values } = this;
    let text = texts[0] as string;
    for (let index = 0; index < values.length; index++) {
      text += (values[index] as WrittenValue).write(filled);
      text += texts[index + 1] as string;
    }
    return text;
  }
}

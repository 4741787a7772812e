import { jsonIn } from "../../json/parse.ts";
import { isArray, isObject } from "../../json/value.ts";
import { joinBase64 } from "../../mapping/values/base64.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/**
 * A streamed block that is read when it is complete. The fields of a delta belong to the block of the same name: the input of
 * a tool is JSON in pieces, the content of a result comes item by item, and redacted reasoning is bytes in pieces.
 */
export class WholeBlock {
  private readonly fields = new Map<string, CollectedField>();

  constructor(start: JsonObject) {
    for (const [name, value] of Object.entries(start)) this.field(name).merge(value);
  }

  add(delta: JsonObject): void {
    for (const [name, value] of Object.entries(delta)) this.field(name).add(value);
  }

  get value(): JsonObject {
    return Object.fromEntries([...this.fields].map(([name, field]) => [name, field.valueOf(name)]));
  }

  private field(name: string): CollectedField {
    const field = this.fields.get(name) ?? new CollectedField();
    this.fields.set(name, field);
    return field;
  }
}

// Pieces are joined once, in the end.
class CollectedField {
  private value: JsonObject = {};
  private readonly input: string[] = [];
  private readonly redacted: string[] = [];
  private content: Json[] | undefined;

  merge(value: Json): void {
    if (!isObject(value)) return;
    this.value = { ...this.value, ...value };
    if (typeof value.redactedContent === "string") this.redacted.push(value.redactedContent);
  }

  add(value: Json): void {
    if (isArray(value)) {
      this.content ??= isArray(this.value.content) ? [...this.value.content] : [];
      for (const item of value) this.content.push(item);
    } else if (isObject(value) && typeof value.input === "string") this.input.push(value.input);
    else this.merge(value);
  }

  valueOf(name: string): JsonObject {
    const { value, content, input, redacted } = this;
    return {
      ...value,
      ...(redacted.length === 0 ? {} : { redactedContent: joinBase64(redacted) }),
      ...(content === undefined ? {} : { content }),
      ...(input.length === 0 ? {} : { input: name === "toolUse" ? (jsonIn(input.join("")) ?? {}) : input.join("") }),
    };
  }
}

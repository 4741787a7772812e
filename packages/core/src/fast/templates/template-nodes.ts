// The fast path `templates`: the nodes of a template, each of which builds a part of the translated body.

import { stringifyJson } from "../../json/stringify.ts";
import type { Json } from "../../model/json.ts";
import type { Filled } from "./filled.ts";
import { TemplateText } from "./template-text.ts";

/** What a translated value is built from. */
export interface TemplateNode {
  build(filled: Filled): unknown;
  /** Adds the JSON text of what `build` builds. */
  addTo(pieces: TemplateText): void;
}

/** A translated value, as a value or as text. */
export class ValueTemplate {
  private readonly root: TemplateNode;
  /** Made for the first text. */
  private pieces: TemplateText | undefined;

  constructor(root: TemplateNode) {
    this.root = root;
  }

  build(filled: Filled): unknown {
    return this.root.build(filled);
  }

  /** The JSON text of what `build` builds. */
  write(filled: Filled): string {
    this.pieces ??= this.makePieces();
    return this.pieces.write(filled);
  }

  private makePieces(): TemplateText {
    const pieces = new TemplateText();
    this.root.addTo(pieces);
    return pieces;
  }
}

/** What is the same in all translations. */
export class ConstantNode implements TemplateNode {
  private readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  build(): unknown {
    return this.value;
  }

  addTo(pieces: TemplateText): void {
    pieces.addText(stringifyJson(this.value as Json));
  }
}

/** An object: a copy of a pattern, which keeps the order of its keys, with other values for some of them. */
export class ObjectNode implements TemplateNode {
  private readonly pattern: Readonly<Record<string, unknown>>;
  private readonly keys: readonly string[];
  private readonly nodes: readonly TemplateNode[];

  constructor(pattern: Readonly<Record<string, unknown>>, keys: readonly string[], nodes: readonly TemplateNode[]) {
    this.pattern = pattern;
    this.keys = keys;
    this.nodes = nodes;
  }

  build(filled: Filled): unknown {
    const { keys, nodes } = this;
    const copy: Record<string, unknown> = { ...this.pattern };
    for (let index = 0; index < keys.length; index++)
      copy[keys[index] as string] = (nodes[index] as TemplateNode).build(filled);
    return copy;
  }

  addTo(pieces: TemplateText): void {
    let before = "{";
    for (const [key, value] of Object.entries(this.pattern)) {
      pieces.addText(`${before}${JSON.stringify(key)}:`);
      before = ",";
      const node = this.nodes[this.keys.indexOf(key)] ?? new ConstantNode(value);
      node.addTo(pieces);
    }
    pieces.addText(before === "{" ? "{}" : "}");
  }
}

/** A list. */
export class ListNode implements TemplateNode {
  private readonly nodes: readonly TemplateNode[];

  constructor(nodes: readonly TemplateNode[]) {
    this.nodes = nodes;
  }

  build(filled: Filled): unknown {
    const { nodes } = this;
    const list: unknown[] = [];
    for (let index = 0; index < nodes.length; index++) list.push((nodes[index] as TemplateNode).build(filled));
    return list;
  }

  addTo(pieces: TemplateText): void {
    for (const [index, node] of this.nodes.entries()) {
      pieces.addText(index === 0 ? "[" : ",");
      node.addTo(pieces);
    }
    pieces.addText(this.nodes.length === 0 ? "[]" : "]");
  }
}

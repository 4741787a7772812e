import type { AlignNode } from "./node.ts";

/** Nodes and their fields by family. */
export class Relatives {
  private readonly nodes: readonly AlignNode[];
  private byFamily: Map<string | undefined, AlignNode> | undefined;

  constructor(nodes: readonly AlignNode[]) {
    this.nodes = nodes;
  }

  /** The first of a family. */
  find(family: string | undefined): AlignNode | undefined {
    if (family === undefined) return undefined;
    // Most nodes have twins, and need no relatives.
    this.byFamily ??= new Map(
      this.nodes
        .flatMap((node) => [node, ...node.fields])
        .toReversed()
        .map((node) => [node.family, node]),
    );
    return this.byFamily.get(family);
  }
}

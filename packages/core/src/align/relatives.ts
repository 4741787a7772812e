import { groupBy } from "../group-by.ts";
import type { AlignNode } from "./node.ts";

/** Nodes and their fields by family. */
export class Relatives {
  private readonly nodes: readonly AlignNode[];
  private byFamily: ReadonlyMap<string, readonly AlignNode[]> | undefined;

  constructor(nodes: readonly AlignNode[]) {
    this.nodes = nodes;
  }

  /** The nearest of a family that is nobody's twin, or else the first. */
  find({ family, trait }: AlignNode, twins: ReadonlySet<string | undefined>): AlignNode | undefined {
    if (family === undefined) return undefined;
    // Most nodes have twins, and need no relatives.
    this.byFamily ??= groupBy(
      this.nodes.flatMap((node) => [node, ...node.fields]),
      (node) => node.family,
    );
    const found = this.byFamily.get(family);
    const free = found?.filter(({ pointer }) => !twins.has(pointer));
    return free?.find((each) => each.trait === trait) ?? free?.[0] ?? found?.[0];
  }
}

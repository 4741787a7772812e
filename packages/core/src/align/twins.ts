import { groupBy } from "../group-by.ts";
import type { AlignNode } from "./node.ts";

/** A node of the left body, and the node that the translation handed to the encoder for it. */
export interface LeftNode {
  readonly node: AlignNode;
  /** The same node with the provider's names, ids and arguments; the node itself where the translation has none. */
  readonly sent: AlignNode;
}

/** Finds the node of the right body for each node of the left one; several may have become one. */
export function findTwins(left: readonly LeftNode[], right: readonly AlignNode[]): Map<AlignNode, AlignNode> {
  const twins = new Map<AlignNode, AlignNode>();
  const taken = new Set<AlignNode>();
  const levels = Math.max(0, ...left.map(({ sent }) => sent.keys.length));
  for (let level = 0; level < levels; level++) matchKeys(left, right, { level, twins, taken });
  matchTexts(left, right, { twins, taken });
  return twins;
}

interface Matching {
  readonly twins: Map<AlignNode, AlignNode>;
  readonly taken: Set<AlignNode>;
}

// Of nodes with the same key, the first of one body is the twin of the first of the other.
function matchKeys(
  left: readonly LeftNode[],
  right: readonly AlignNode[],
  { level, twins, taken }: Matching & { readonly level: number },
): void {
  const keyOf = ({ keys }: AlignNode): string | undefined => keys[level] || undefined;
  const free = groupBy(right, (node) => (taken.has(node) ? undefined : keyOf(node)));
  const used = new Map<string, number>();
  for (const { node, sent } of left) {
    const key = twins.has(node) ? undefined : keyOf(sent);
    if (key === undefined) continue;
    const position = used.get(key) ?? 0;
    const twin = free.get(key)?.[position];
    if (twin === undefined) continue;
    used.set(key, position + 1);
    twins.set(node, twin);
    taken.add(twin);
  }
}

// Dialects whose messages hold one text join the texts of a message: each is then a part of one text on the right. Both
// bodies keep the order of their texts, so that one pass over both is enough.
function matchTexts(left: readonly LeftNode[], right: readonly AlignNode[], { twins, taken }: Matching): void {
  const longer = right.filter((node) => node.text !== undefined && node.text !== "" && !taken.has(node));
  let [at, from] = [0, 0];
  for (const { node, sent } of left) {
    const { text } = sent;
    if (text === undefined || text === "" || twins.has(node)) continue;
    for (let index = at; index < Math.min(longer.length, at + NEAR); index++) {
      const twin = longer[index] as AlignNode;
      const found = (twin.text ?? "").indexOf(text, index === at ? from : 0);
      if (found === -1) continue;
      twins.set(node, twin);
      [at, from] = [index, found + text.length];
      break;
    }
  }
}

/** How many texts of the right body are searched for one of the left body. */
const NEAR = 16;

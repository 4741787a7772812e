import { endlessReferences, recursiveReferences } from "./cycles.ts";
import type { Verdict } from "./findings.ts";
import { references } from "./refs.ts";
import type { Rule } from "./rule.ts";

/** What a target says of references that it cannot follow; what is left out is taken. */
export interface ReferenceTable {
  readonly dangling?: Verdict;
  readonly external?: Verdict;
  readonly recursive?: Verdict;
  /** Recursion that no optional property can end. */
  readonly endless?: Verdict;
}

/** References lead where the target can follow. */
export function followed(table: ReferenceTable): Rule {
  return (tree, findings) => {
    for (const { node, destination } of references(tree)) {
      const verdict = destination.type === "local" ? undefined : table[destination.type];
      if (verdict !== undefined) findings.add(node.place.at("$ref"), verdict);
    }
    if (table.recursive)
      for (const node of recursiveReferences(tree)) findings.add(node.place.at("$ref"), table.recursive);
    if (table.endless) for (const node of endlessReferences(tree)) findings.add(node.place.at("$ref"), table.endless);
  };
}

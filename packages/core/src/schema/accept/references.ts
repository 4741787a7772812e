import { endlessReferences, recursiveReferences } from "./cycles.ts";
import type { Verdict } from "./problems.ts";
import { references } from "./refs.ts";
import type { Rule } from "./rule.ts";

/** What a target reports for references that it cannot resolve; those left out are accepted. */
export interface ReferenceTable {
  readonly dangling?: Verdict;
  readonly external?: Verdict;
  readonly recursive?: Verdict;
  /** Recursion that no optional property can end. */
  readonly endless?: Verdict;
}

/** The target can resolve all references. */
export function resolvableReferences(table: ReferenceTable): Rule {
  return (tree, problems) => {
    for (const { node, destination } of references(tree)) {
      const verdict = destination.type === "local" ? undefined : table[destination.type];
      if (verdict !== undefined) problems.add(node.place.at("$ref"), verdict);
    }
    if (table.recursive)
      for (const node of recursiveReferences(tree)) problems.add(node.place.at("$ref"), table.recursive);
    if (table.endless) for (const node of endlessReferences(tree)) problems.add(node.place.at("$ref"), table.endless);
  };
}

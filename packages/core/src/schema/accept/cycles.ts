import type { JsonSchema } from "../../model/schema.ts";
import { references } from "./refs.ts";
import { isDefinition } from "./rule.ts";
import type { SchemaNode, SchemaTree } from "./tree.ts";

/** The references that are part of a recursion. */
export function recursiveReferences(tree: SchemaTree): SchemaNode[] {
  return cyclicReferences(referenceEdges(tree));
}

/** The references that are part of a recursion without an optional property, which no value could end. */
export function endlessReferences(tree: SchemaTree): SchemaNode[] {
  return cyclicReferences(referenceEdges(tree).filter((edge) => !edge.optional));
}

/** From a referenced schema to one that it contains or refers to. */
interface ReferenceEdge {
  readonly from: JsonSchema;
  readonly to: JsonSchema;
  /** Whether there is an optional property on the way. */
  readonly optional: boolean;
  readonly reference: SchemaNode | undefined;
}

function cyclicReferences(edges: readonly ReferenceEdge[]): SchemaNode[] {
  const cyclic = onCycles(edges);
  return edges.flatMap(({ from, to, reference }) => {
    return reference !== undefined && cyclic.has(from) && cyclic.has(to) ? [reference] : [];
  });
}

// The graph's nodes are the referenced schemas alone, so that it is never larger than the document.
function referenceEdges(tree: SchemaTree): ReferenceEdge[] {
  const local = references(tree).flatMap(({ node, destination }) => {
    return destination.type === "local" ? [{ node, to: destination.schema }] : [];
  });
  const targets: ReadonlySet<JsonSchema> = new Set(local.map(({ to }) => to));
  const referred = local.flatMap(({ node, to }) => edgesTo(to, enclosing(node, targets), node));
  const contained = tree.nodes.flatMap((node) => {
    return targets.has(node.schema) ? edgesTo(node.schema, enclosingAbove(node, targets), undefined) : [];
  });
  return [...referred, ...contained];
}

interface Enclosing {
  readonly schema: JsonSchema;
  readonly optional: boolean;
}

function edgesTo(to: JsonSchema, around: Enclosing | undefined, reference: SchemaNode | undefined): ReferenceEdge[] {
  return around === undefined ? [] : [{ from: around.schema, to, optional: around.optional, reference }];
}

function enclosing(start: SchemaNode, targets: ReadonlySet<JsonSchema>): Enclosing | undefined {
  let optional = false;
  let node: SchemaNode | undefined = start;
  while (node !== undefined) {
    if (targets.has(node.schema)) return { schema: node.schema, optional };
    optional ||= node.optional;
    node = parentOf(node);
  }
  return undefined;
}

function enclosingAbove(node: SchemaNode, targets: ReadonlySet<JsonSchema>): Enclosing | undefined {
  const parent = parentOf(node);
  const found = parent === undefined ? undefined : enclosing(parent, targets);
  return found && { ...found, optional: found.optional || node.optional };
}

function parentOf(node: SchemaNode): SchemaNode | undefined {
  return isDefinition(node) ? undefined : node.parent;
}

type Edge = Pick<ReferenceEdge, "from" | "to">;

// Repeatedly removes what has no incoming or no outgoing edge; what is left is on a cycle.
function onCycles(edges: readonly Edge[]): ReadonlySet<JsonSchema> {
  const reached = removeUnreached(edges);
  const among = edges.filter(({ from, to }) => reached.has(from) && reached.has(to));
  return removeUnreached(among.map(({ from, to }) => ({ from: to, to: from })));
}

function removeUnreached(edges: readonly Edge[]): ReadonlySet<JsonSchema> {
  const incoming = new Map<JsonSchema, number>(edges.map(({ from }) => [from, 0]));
  const next = new Map<JsonSchema, JsonSchema[]>(edges.map(({ from }) => [from, []]));
  for (const { from, to } of edges) {
    incoming.set(to, (incoming.get(to) ?? 0) + 1);
    next.get(from)?.push(to);
  }
  const free = [...incoming].filter(([, count]) => count === 0).map(([schema]) => schema);
  for (let schema = free.pop(); schema !== undefined; schema = free.pop()) {
    incoming.delete(schema);
    for (const to of next.get(schema) ?? []) {
      const count = (incoming.get(to) ?? 0) - 1;
      incoming.set(to, count);
      if (count === 0) free.push(to);
    }
  }
  return new Set(incoming.keys());
}

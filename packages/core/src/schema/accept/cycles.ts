import type { JsonSchema } from "../../model/schema.ts";
import { references } from "./refs.ts";
import { isDefinition } from "./rule.ts";
import type { SchemaNode, SchemaTree } from "./tree.ts";

/** The references that take part in recursion. */
export function recursiveReferences(tree: SchemaTree): SchemaNode[] {
  return cyclicReferences(referenceSteps(tree));
}

/** The references that take part in recursion which no optional property can end. */
export function endlessReferences(tree: SchemaTree): SchemaNode[] {
  return cyclicReferences(referenceSteps(tree).filter((step) => !step.optional));
}

/** From a schema that is referred to, to one that stands or is referred to inside it. */
interface Step {
  readonly from: JsonSchema;
  readonly to: JsonSchema;
  /** Whether an optional property lies between. */
  readonly optional: boolean;
  readonly reference: SchemaNode | undefined;
}

function cyclicReferences(steps: readonly Step[]): SchemaNode[] {
  const cyclic = onCycles(steps);
  return steps.flatMap(({ from, to, reference }) => {
    return reference !== undefined && cyclic.has(from) && cyclic.has(to) ? [reference] : [];
  });
}

// Only schemas that references lead to are corners of the graph, so that it stays as small as the document.
function referenceSteps(tree: SchemaTree): Step[] {
  const local = references(tree).flatMap(({ node, destination }) => {
    return destination.type === "local" ? [{ node, to: destination.schema }] : [];
  });
  const corners: ReadonlySet<JsonSchema> = new Set(local.map(({ to }) => to));
  const referred = local.flatMap(({ node, to }) => stepTo(to, enclosing(node, corners), node));
  const contained = tree.nodes.flatMap((node) => {
    return corners.has(node.schema) ? stepTo(node.schema, enclosingAbove(node, corners), undefined) : [];
  });
  return [...referred, ...contained];
}

interface Enclosing {
  readonly schema: JsonSchema;
  readonly optional: boolean;
}

function stepTo(to: JsonSchema, around: Enclosing | undefined, reference: SchemaNode | undefined): Step[] {
  return around === undefined ? [] : [{ from: around.schema, to, optional: around.optional, reference }];
}

function enclosing(start: SchemaNode, corners: ReadonlySet<JsonSchema>): Enclosing | undefined {
  let optional = false;
  let node: SchemaNode | undefined = start;
  while (node !== undefined) {
    if (corners.has(node.schema)) return { schema: node.schema, optional };
    optional ||= node.optional;
    node = above(node);
  }
  return undefined;
}

function enclosingAbove(node: SchemaNode, corners: ReadonlySet<JsonSchema>): Enclosing | undefined {
  const parent = above(node);
  const found = parent === undefined ? undefined : enclosing(parent, corners);
  return found && { ...found, optional: found.optional || node.optional };
}

function above(node: SchemaNode): SchemaNode | undefined {
  return isDefinition(node) ? undefined : node.parent;
}

type Arrow = Pick<Step, "from" | "to">;

// What is left after taking away, again and again, what nothing leads to and what leads nowhere.
function onCycles(arrows: readonly Arrow[]): ReadonlySet<JsonSchema> {
  const reached = peel(arrows);
  const among = arrows.filter(({ from, to }) => reached.has(from) && reached.has(to));
  return peel(among.map(({ from, to }) => ({ from: to, to: from })));
}

function peel(arrows: readonly Arrow[]): ReadonlySet<JsonSchema> {
  const incoming = new Map<JsonSchema, number>(arrows.map(({ from }) => [from, 0]));
  const next = new Map<JsonSchema, JsonSchema[]>(arrows.map(({ from }) => [from, []]));
  for (const { from, to } of arrows) {
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

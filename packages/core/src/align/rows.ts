import { groupBy } from "../group-by.ts";
import { isObject } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { Change } from "../model/loss.ts";
import { parsePointer } from "../place.ts";
import type { AlignedRow, RowSide, RowState } from "./alignment.ts";
import { type AlignNode, sideAt, sideNear } from "./node.ts";
import { type Explained, explain, placesWithoutNode, type Reasons } from "./reasons.ts";
import { Relatives } from "./relatives.ts";
import { withShared } from "./shared.ts";
import { findTwins, type LeftNode } from "./twins.ts";

/** The nodes of one kind on both sides: messages, tools, settings. */
export interface NodeGroup {
  readonly left: readonly AlignNode[];
  /** The left nodes as the translation handed them to the encoder; their pointers are those of the left body. */
  readonly sent: readonly AlignNode[];
  readonly right: readonly AlignNode[];
}

/** The two bodies. */
export interface Bodies {
  readonly left: Json;
  readonly right: Json;
}

/** Two bodies row by row: each group of nodes in the order of the left body, with what only the right one has in between. */
export function alignGroups(groups: readonly NodeGroup[], bodies: Bodies, reasons: Reasons): AlignedRow[] {
  const found = groups.flatMap((group) => withoutRepeated(draftRows(group, bodies)));
  const drafts = [...found, ...reportedAlone(found, bodies, reasons)];
  const explained = explain(drafts.filter(isLeft), reasons);
  const twins = new Set(drafts.map(({ left, right }) => (left === undefined ? undefined : right?.pointer)));
  const relatives = new Set<string | undefined>();
  const rows = drafts.map((draft) => {
    const own = (isLeft(draft) ? explained.get(draft) : undefined) ?? NO_REASONS;
    const now = withRelative(draft, { reasons: own, twins, bodies });
    if (now.isRelative) for (const taken of [twins, relatives]) taken.add(now.right?.pointer);
    return { draft: now, reasons: own };
  });
  const shown = rows.filter(({ draft }) => isShown(draft, relatives));
  return withShared(shown.map(({ draft, reasons: own }) => finishRow(draft, own)));
}

// What stands beside a relative is not added, and nothing is added twice; what is derived from others is no loss.
function isShown({ node, left, right }: RowDraft, taken: Set<string | undefined>): boolean {
  if (left !== undefined) return right !== undefined || !node.isDerived;
  if (taken.has(right?.pointer)) return false;
  taken.add(right?.pointer);
  return true;
}

// What is lost without being a node: a detail of the finish reason, or what was refused.
function reportedAlone(drafts: readonly RowDraft[], bodies: Bodies, { losses }: Reasons): RowDraft[] {
  const pointers = drafts.filter(isLeft).map(({ pointer }) => pointer);
  return placesWithoutNode(pointers, losses).flatMap((pointer) => {
    const node = { kind: "field" as const, label: parsePointer(pointer).join("."), pointer, keys: [], fields: [] };
    const row = pairRow(node, undefined, { bodies, relatives: [] });
    return row.left === undefined ? [] : [row];
  });
}

const NO_REASONS: Reasons = { losses: [], changes: [] };

/** A row before its losses and changes are known. */
interface RowDraft {
  readonly node: AlignNode;
  readonly left?: RowSide;
  readonly right?: RowSide;
  /** Where the right body may say the same in other words. */
  readonly relatives?: readonly Relatives[];
  /** The right side is another field, which says it too. */
  readonly isRelative?: true;
}

type LeftDraft = RowDraft & Explained & { readonly left: RowSide };

function isLeft(draft: RowDraft): draft is LeftDraft {
  return draft.left !== undefined;
}

// One field of the left body may be two canonical ones: without a twin of its own, the second says nothing new.
function withoutRepeated(drafts: readonly RowDraft[]): RowDraft[] {
  const byPointer = groupBy(drafts, ({ left }) => left?.pointer);
  return drafts.filter((draft) => {
    if (draft.left === undefined) return true;
    const same = byPointer.get(draft.left.pointer) ?? [];
    const earlier = same.slice(0, same.indexOf(draft));
    if (draft.right === undefined) return earlier.length === 0 && !same.some(hasRight);
    return !earlier.some(({ right }) => right?.pointer === draft.right?.pointer);
  });
}

function hasRight({ right }: RowDraft): boolean {
  return right !== undefined;
}

interface RelativeContext {
  readonly reasons: Reasons;
  /** The pointers of the right body that stand beside another node already. */
  readonly twins: ReadonlySet<string | undefined>;
  readonly bodies: Bodies;
}

// What is neither there nor reported is said by another field of its family. What was replaced by another field of its family, as
// a budget by an effort, is shown beside it, unless that stands beside another.
function withRelative(draft: RowDraft, { reasons, twins, bodies }: RelativeContext): RowDraft {
  const { node, left, right, relatives = [] } = draft;
  if (left === undefined || right !== undefined || isLeftOut(reasons)) return draft;
  const relative = relatives.map((each) => each.find(node, twins)).find((found) => found !== undefined);
  const side = relative && sideNear(bodies.right, relative.pointer);
  const isReported = reasons.losses.length + reasons.changes.length > 0;
  if (side === undefined || (isReported && twins.has(side.pointer))) return draft;
  return { ...draft, right: side, isRelative: true };
}

function isLeftOut({ losses, changes }: Reasons): boolean {
  return losses.some(({ action }) => action === "dropped") || changes.some(({ rule }) => rule === "default-field");
}

function draftRows({ left, sent, right }: NodeGroup, bodies: Bodies, around: readonly Relatives[] = []): RowDraft[] {
  const pairing = { bodies, relatives: [new Relatives(right), ...around] };
  const present = left.filter(({ pointer }) => sideAt(bodies.left, pointer) !== undefined);
  const twins = findTwins(withSent(present, sent), right);
  const added = addedNodes(right, new Set(twins.values()));
  const addedAfter = (node: AlignNode | undefined): RowDraft[] => {
    const nodes = added.get(node) ?? [];
    added.delete(node);
    return nodes.flatMap((each) => addedRows(each, bodies));
  };
  return [
    ...addedAfter(undefined),
    ...present.flatMap((node) => {
      const twin = twins.get(node);
      return twin === undefined
        ? pairRows(node, twin, pairing)
        : [...pairRows(node, twin, pairing), ...addedAfter(twin)];
    }),
  ];
}

// A node and what the translation made of it have the same place in the left body. A result without its call becomes two texts,
// of which one says what it said.
function withSent(left: readonly AlignNode[], sent: readonly AlignNode[]): LeftNode[] {
  const byPointer = groupBy(sent, ({ pointer }) => pointer);
  const byText = groupBy(sent, ({ text }) => text || undefined);
  return left.map((node) => {
    const here = byPointer.get(node.pointer) ?? [];
    const same = here.findIndex(({ kind }) => kind === node.kind);
    if (same !== -1) return { node, sent: here.splice(same, 1)[0] ?? node };
    const said = byText.get(node.text ?? "")?.find(({ pointer }) => isWithin(pointer, node.pointer));
    return { node, sent: said ?? here.shift() ?? node };
  });
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

// What only the right body has, by the node with a twin that it follows.
function addedNodes(
  right: readonly AlignNode[],
  twins: ReadonlySet<AlignNode>,
): Map<AlignNode | undefined, AlignNode[]> {
  const added = new Map<AlignNode | undefined, AlignNode[]>();
  let before: AlignNode | undefined;
  for (const node of right) {
    if (twins.has(node)) before = node;
    else added.set(before, [...(added.get(before) ?? []), node]);
  }
  return added;
}

interface Pairing {
  readonly bodies: Bodies;
  readonly relatives: readonly Relatives[];
}

// The fields of a node without a twin share its fate.
function pairRows(node: AlignNode, twin: AlignNode | undefined, pairing: Pairing): RowDraft[] {
  const row = pairRow(node, twin, pairing);
  if (twin === undefined) return [row];
  const { bodies, relatives } = pairing;
  return [row, ...draftRows({ left: node.fields, sent: [], right: twin.fields }, bodies, relatives)];
}

// A twin need not have a place of its own: an error may be the prefix of a result's text.
function pairRow(
  node: AlignNode,
  twin: AlignNode | undefined,
  { bodies, relatives }: Pairing,
): RowDraft & Partial<Explained> {
  const left = sideAt(bodies.left, node.pointer);
  const right = twin && sideNear(bodies.right, twin.pointer);
  return {
    node,
    relatives,
    pointer: node.pointer,
    hasTwin: right !== undefined,
    ...(left === undefined ? {} : { left }),
    ...(right === undefined ? {} : { right }),
  };
}

function addedRows(node: AlignNode, bodies: Bodies): RowDraft[] {
  const right = sideAt(bodies.right, node.pointer);
  if (right === undefined) return [];
  return [{ node, right }, ...node.fields.flatMap((field) => addedRows(field, bodies))];
}

function finishRow({ node, left, right, isRelative }: RowDraft, reasons: Reasons): AlignedRow {
  const { kind, role, label } = node;
  const { losses, changes } = withoutImplied({ left, right }, reasons);
  return {
    state: isRelative ? "changed" : stateOf({ left, right }, { losses, changes }),
    kind,
    ...(role === undefined ? {} : { role }),
    label,
    ...(left === undefined ? {} : { left }),
    ...(right === undefined ? {} : { right }),
    losses,
    changes,
  };
}

interface Sides {
  readonly left: RowSide | undefined;
  readonly right: RowSide | undefined;
}

// A change at the place of a value that both sides have is about what it implies: `stream` of one dialect also asks for token counts.
function withoutImplied({ left, right }: Sides, { losses, changes }: Reasons): Reasons {
  const isSame = left !== undefined && !isObject(left.value) && left.value === right?.value;
  return { losses, changes: isSame && losses.length === 0 ? [] : changes };
}

function stateOf({ left, right }: Sides, { losses, changes }: Reasons): RowState {
  if (left === undefined) return "added";
  const isKept = losses.length === 0 && changes.every(({ rule }) => SAYS_NOTHING.has(rule));
  if (right !== undefined) return isKept ? "same" : "changed";
  if (losses.length > 0 || changes.length === 0) return "lost";
  return isKept ? "omitted" : "changed";
}

/** Changes of what says nothing: of a value that means the same as none, that repeats the request, or of the time of a response. */
const SAYS_NOTHING: ReadonlySet<Change["rule"]> = new Set([
  "null-field",
  "default-field",
  "default-layout",
  "echoed-field",
  "response-time",
]);

// Gives the private members of classes short names, which minifiers do not dare to.
import { parseAst } from "rolldown/parseAst";
import { edited } from "./edits.mjs";

/** How members of classes and interfaces are declared in TypeScript, of which JavaScript does not keep that they are private. */
const MEMBER =
  /^ {2}(private |protected )?(?:(?:static|override|readonly|abstract|get|set|async) |\*)*(\w+)[?!(<:=; ]/gm;

/** The names of the members that are private wherever they are declared. */
export function privateNames(sources) {
  const members = sources.flatMap((source) => [...source.matchAll(MEMBER)]);
  const declared = members.filter(([, isPrivate]) => isPrivate === undefined).map(([, , name]) => name);
  const others = new Set(declared);
  return new Set(members.map(([, , name]) => name).filter((name) => !others.has(name)));
}

/**
 * The same code with a short name for each private member. A name is replaced only where all code agrees that it is one: it is
 * nothing but a member of classes, and is read of `this` alone. Names that no class has in common may become the same.
 */
export function withShortNames(code, names) {
  const program = parseAst(code);
  const uses = new Map();
  const others = new Set();
  visit(program, families(program), (node, parent) => {
    const name = node.name ?? node.value;
    if (isMember(node, parent)) uses.set(name, [...(uses.get(name) ?? []), { ...node, owner: parent.owner }]);
    else if (typeof name === "string" && !isVariable(node, parent)) others.add(name);
  });
  const renamed = [...uses].filter(([name]) => names.has(name) && !others.has(name));
  const taken = new Set([...uses.keys(), ...others]);
  const mostUsed = renamed.toSorted(([, one], [, other]) => other.length - one.length).map(([, nodes]) => nodes);
  const owners = mostUsed.map((nodes) => nodes.map(({ owner }) => owner));
  const short = namesFor(owners, taken);
  const edits = mostUsed.flatMap((nodes, index) => nodes.map(({ start, end }) => ({ start, end, text: short[index] })));
  return edited(code, edits);
}

/** For each member the first short name that no other member has in the classes of this one. */
function namesFor(members, taken) {
  const inUse = new Map();
  return members.map((owners) => {
    const name = firstShortName((short) => !taken.has(short) && owners.every((owner) => !inUse.get(owner)?.has(short)));
    for (const owner of owners) inUse.set(owner, (inUse.get(owner) ?? new Set()).add(name));
    return name;
  });
}

/** Whether an identifier names a member of a class: where it is defined, or as a property of `this`. */
function isMember({ type }, parent) {
  if (type !== "Identifier" || parent.computed) return false;
  if (parent.role === "key") return parent.type === "MethodDefinition" || parent.type === "PropertyDefinition";
  return parent.role === "property" && parent.object === "ThisExpression";
}

function isVariable({ type }, { role, type: kind, computed, shorthand }) {
  if (type !== "Identifier") return false;
  if (kind === "Property") return role === "value" && shorthand !== true;
  return role !== "property" || computed;
}

/** The classes of a program, each with the one that it extends in the end: their members are those of one object. */
function families({ body }) {
  const bases = new Map(
    body.flatMap(({ declarations = [] }) =>
      declarations.flatMap(({ id, init }) => (init?.type === "ClassExpression" ? [[id.name, init.superClass]] : [])),
    ),
  );
  const rootOf = (name) => (bases.get(name) ? rootOf(bases.get(name).name) : name);
  return new Map([...bases.keys()].map((name) => [name, rootOf(name)]));
}

function visit(node, roots, take, parent = {}) {
  take(node, parent);
  const owner = parent.owner ?? (node.type === "VariableDeclarator" ? roots.get(node.id.name) : undefined);
  for (const [role, value] of Object.entries(node)) {
    const { type, computed, shorthand, object } = node;
    const here = { role, type, computed, shorthand, object: object?.type, owner };
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") visit(child, roots, take, here);
  }
}

/** The letters that minifiers name variables by first: what repeats compresses better. */
const LETTERS = "etnriaoscludfpmhgvybxwk";

function firstShortName(isFree) {
  for (let number = 0; ; number++) {
    const name = LETTERS[number] ?? `_${number.toString(36)}`;
    if (isFree(name)) return name;
  }
}

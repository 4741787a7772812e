// Gives the private members of classes short names, which minifiers do not dare to.
import { parseAst } from "rolldown/parseAst";

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
 * nothing but a member of classes, and is read of `this` alone.
 */
export function withShortNames(code, names) {
  const uses = new Map();
  const others = new Set();
  visit(parseAst(code), (node, parent) => {
    const name = node.name ?? node.value;
    if (isMember(node, parent)) uses.set(name, [...(uses.get(name) ?? []), node]);
    else if (typeof name === "string" && !isVariable(node, parent)) others.add(name);
  });
  const renamed = [...uses].filter(([name]) => names.has(name) && !others.has(name));
  const taken = new Set([...uses.keys(), ...others]);
  const short = shortNames(taken);
  const mostUsed = renamed.toSorted(([, one], [, other]) => other.length - one.length);
  return replaced(
    code,
    mostUsed.flatMap(([, nodes]) => {
      const name = short.next().value;
      return nodes.map(({ start, end }) => ({ start, end, name }));
    }),
  );
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

function visit(node, take, parent = {}) {
  take(node, parent);
  for (const [role, value] of Object.entries(node)) {
    const { type, computed, shorthand, object } = node;
    const here = { role, type, computed, shorthand, object: object?.type };
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") visit(child, take, here);
  }
}

function* shortNames(taken) {
  for (let number = 0; ; number++) {
    const name = `_${number.toString(36)}`;
    if (!taken.has(name)) yield name;
  }
}

function replaced(code, edits) {
  const parts = [];
  let at = 0;
  for (const { start, end, name } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(code.slice(at, start), name);
    at = end;
  }
  return parts.join("") + code.slice(at);
}

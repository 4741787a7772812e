// Gives properties that only a package's own code knows short names, which minifiers do not dare to.
import { parseAst } from "rolldown/parseAst";
import { edited } from "./edits.mjs";

/** Properties of what the language or the platform makes and takes, which no global leads to. */
const UNLISTED = [
  ...["done", "value", "return", "throw", "raw", "index", "groups", "indices", "lastIndex", "cause", "rawJSON"],
  ...["enumerable", "configurable", "writable", "fatal", "ignoreBOM", "stream", "read", "written"],
  ...["readable", "transform", "flush", "start", "pull", "cancel", "highWaterMark"],
];

/** Names of this kind alone are replaced: a name on the wire may look like any other, but rarely like a few words of code. */
const PLAIN = /^[a-z][A-Za-z]{3,}$/;

/**
 * The names that types and classes declare of which nobody else knows.
 *
 * @param sources The modules of the package: `text`, and whether it `isPublic` (others use what it declares) or `isWire` (it
 * describes what is sent).
 * @param elsewhere The words of whoever uses the package.
 */
export function internalNames(sources, elsewhere) {
  const [declared, known] = [new Set(), new Set([...UNLISTED, ...propertiesOfGlobals(), ...elsewhere])];
  for (const { text, isPublic, isWire } of sources)
    for (const { name, isMemberOfClass } of membersIn(parseAst(text, { lang: "ts" })))
      (isPublic || (isWire && !isMemberOfClass) ? known : declared).add(name);
  return new Set([...declared].filter((name) => PLAIN.test(name) && !known.has(name)));
}

/** The members that a module declares. */
function* membersIn(node) {
  const isMemberOfClass = node.type === "MethodDefinition" || node.type === "PropertyDefinition";
  const isMember = isMemberOfClass || node.type === "TSPropertySignature" || node.type === "TSMethodSignature";
  if (isMember && isName(node.key, node)) yield { name: node.key.name, isMemberOfClass };
  for (const [child] of childrenOf(node)) yield* membersIn(child);
}

function propertiesOfGlobals() {
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  for (const name of [...names]) {
    const value = globalThis[name];
    for (const object of [value, value?.prototype])
      for (let owner = object; owner === Object(owner); owner = Object.getPrototypeOf(owner))
        for (const property of Object.getOwnPropertyNames(owner)) names.add(property);
  }
  return names;
}

/** The same code with a short name for each of these properties, except for those that stand in a text too. */
export function withShortProperties(code, internal) {
  const { uses, words } = propertiesIn(parseAst(code));
  const taken = new Set([...uses.keys(), ...words]);
  const free = shortNames((name) => !taken.has(name));
  const renamed = [...uses].filter(([name]) => internal.has(name) && !words.has(name));
  const mostUsed = renamed.toSorted(([, one], [, other]) => other.length - one.length);
  const edits = mostUsed.flatMap(([name, places]) => {
    const short = free.next().value;
    return places.map(({ isShorthand, ...place }) => ({ ...place, text: isShorthand ? `${short}: ${name}` : short }));
  });
  return edited(code, edits);
}

/** Where each property is named, and the words of all texts and expressions. */
function propertiesIn(program) {
  const [uses, words] = [new Map(), new Set()];
  visit(program, (node, parent) => {
    for (const word of wordsOf(node)) words.add(word);
    if (!isName(node, parent)) return;
    const { start, end, name } = node;
    uses.set(name, [...(uses.get(name) ?? []), { start, end, isShorthand: parent.shorthand === true }]);
  });
  return { uses, words };
}

/** Whether an identifier is the name of a property. */
function isName(node, parent) {
  if (node.type !== "Identifier" || parent.computed || parent.type === "MetaProperty") return false;
  return node === parent.key || node === parent.property;
}

function wordsOf({ type, value, regex }) {
  const text = type === "TemplateElement" ? value.raw : (regex?.pattern ?? value);
  return typeof text === "string" ? text.split(/[^\w$]+/) : [];
}

function visit(node, take, parent = {}) {
  take(node, parent);
  // Of `{ name }` key and value are the same place; of `{ name = 1 }` the value holds the default.
  for (const [child, role] of childrenOf(node))
    if (!(node.shorthand && role === "value" && child.type === "Identifier")) visit(child, take, node);
}

function childrenOf(node) {
  return Object.entries(node).flatMap(([role, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((child) => typeof child?.type === "string")
      .map((child) => [child, role]),
  );
}

/** Capitals first, which private members do not have; what repeats compresses better. */
const LETTERS = "etnriaoscludfpmhgvybxwkjqz";

function* shortNames(isFree) {
  const pairs = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  for (const name of [...LETTERS.toUpperCase(), ...pairs]) if (isFree(name)) yield name;
  throw new Error(`there are more than ${pairs.length} internal names`);
}

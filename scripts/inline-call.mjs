// What a function computes, in the place of its call.
import { edited } from "./edits.mjs";
import { valuesOfParameters } from "./inline-arguments.mjs";
import { isShorthand, scopeOf } from "./variables.mjs";

/** Writes the expression that an arrow function returns in the place of its call; nothing where that would be another program. */
export function callEdit(callee, { text, variables }, use) {
  const { node: call, role } = use.around.at(-1);
  if (role !== "callee" || call.type !== "CallExpression" || call.optional) return undefined;
  if (callee.type !== "ArrowFunctionExpression" || callee.body.type === "BlockStatement") return undefined;
  const renamed = newNames(variables, use);
  const values = renamed && valuesOfParameters({ callee, variables }, call, use.statement);
  if (values === undefined) return undefined;
  const result = textOf(callee.body, { text, variables }, new Map([...renamed, ...values]));
  return { start: call.start, end: call.end, text: `(${result})` };
}

/** New names for the variables of a function that its caller has, too, by their nodes; nothing where the caller has others of what it names. */
function newNames(variables, { statement, around }) {
  const inner = variables.filter(({ scope }) => scope !== undefined);
  const isCaptured = ({ node, scope }) => scope === undefined && scopeOf(node.name, around) !== undefined;
  if (variables.some(isCaptured)) return undefined;
  const taken = new Set([...variables, ...statement.variables].map(({ node }) => node.name));
  const callers = new Set(statement.variables.map(({ node }) => node.name));
  const names = new Map();
  for (const { node } of inner)
    if (callers.has(node.name) && !names.has(node.name)) names.set(node.name, freshName(node.name, taken));
  return new Map(inner.filter(({ node }) => names.has(node.name)).map(({ node }) => [node, names.get(node.name)]));
}

function freshName(name, taken) {
  let number = 1;
  while (taken.has(`${name}_${number}`)) number++;
  taken.add(`${name}_${number}`);
  return `${name}_${number}`;
}

/** The text of a node, with other texts for some variables. */
function textOf({ start, end }, { text, variables }, texts) {
  const changed = variables.filter(({ node }) => node.start >= start && node.end <= end && texts.has(node));
  const edits = changed.map(({ node, around }) => ({
    start: node.start - start,
    end: node.end - start,
    text: `${isShorthand(around) ? `${node.name}: ` : ""}${texts.get(node)}`,
  }));
  return edited(text.slice(start, end), edits);
}

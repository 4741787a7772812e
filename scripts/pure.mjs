// Marks what a module computes when it is loaded, so that bundlers leave out what a program does not use.
import { parseAst } from "rolldown/parseAst";

/**
 * The code of a module without side effects, each top-level value of which a bundler may leave out. Bundlers know that of a
 * function or a literal; of a call they have to be told, and of several, of a spread or of a property by a function around them.
 */
export function markPure(code) {
  const marks = parseAst(code).body.flatMap(({ declarations = [] }) =>
    declarations.flatMap(({ init }) => (init ? marksOf(init) : [])),
  );
  return marks.reverse().reduce((text, { at, mark }) => text.slice(0, at) + mark + text.slice(at), code);
}

const PURE = "/* @__PURE__ */ ";

function marksOf(value) {
  const calls = callsIn(value);
  if (calls !== undefined && calls.length < 2) return calls.map(({ start }) => ({ at: start, mark: PURE }));
  return [
    { at: value.start, mark: `${PURE}(() => (` },
    { at: value.end, mark: "))()" },
  ];
}

/** The calls that compute a value; nothing where it is computed by anything else that could have a side effect. */
function callsIn(node) {
  switch (node.type) {
    case "Literal":
    case "Identifier":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return [];
    case "ClassExpression":
      return isPlainClass(node) ? [] : undefined;
    case "ArrayExpression":
      return callsInAll(node.elements);
    case "ObjectExpression":
      return callsInAll(
        node.properties.map((property) => (property.computed ? property : (property.value ?? property))),
      );
    case "NewExpression":
    case "CallExpression":
      return callsInCall(node);
    default:
      return undefined;
  }
}

function callsInCall(node) {
  const inner = callsInAll(node.arguments);
  return inner && [node, ...inner];
}

function callsInAll(nodes) {
  const calls = nodes.map(callsIn);
  return calls.includes(undefined) ? undefined : calls.flat();
}

function isPlainClass({ superClass, body }) {
  return superClass === null && body.body.every(({ type, computed }) => type === "MethodDefinition" && !computed);
}

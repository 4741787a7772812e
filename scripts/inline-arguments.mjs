// Which arguments of a call may stand where the function names its parameters.

/**
 * What to write where an arrow function names its parameters, by their nodes; nothing where arguments would be computed in another
 * order, or more or less often.
 */
export function valuesOfParameters({ callee, variables }, call, caller) {
  if (call.arguments.length !== callee.params.length) return undefined;
  const leading = leadingIn(callee.body);
  const values = new Map();
  let last = -1;
  for (const [index, param] of callee.params.entries()) {
    const uses = variables.filter(({ node, scope }) => scope === callee && node !== param && node.name === param.name);
    const argument = call.arguments[index];
    const kind = kindOf(argument, caller);
    if (param.type !== "Identifier" || uses.some(isChanged)) return undefined;
    if (kind !== "constant" && (uses.length !== 1 || isInFunction(uses[0], callee))) return undefined;
    if (kind === "read" || kind === "any") {
      const at = leading.findIndex(({ node }) => node === uses[0].node);
      if (at <= last || (kind === "any" && leading[at].isAfterRead)) return undefined;
      last = at;
    }
    const text = caller.text.slice(argument.start, argument.end);
    for (const { node } of uses) values.set(node, kind === "constant" ? text : `(${text})`);
  }
  return values;
}

function isInFunction({ around }, callee) {
  return around.some(({ node }) => node !== callee && /Function|Class/.test(node.type));
}

/** Whether a variable gets another value there, and not only a property of it. */
function isChanged({ around }) {
  const at = around.findLastIndex(({ node, role }) => CHANGING.test(node.type) && role !== "right" && role !== "body");
  return at >= 0 && !around.slice(at + 1).some(({ node }) => KEEPING.test(node.type));
}

const CHANGING = /^(?:AssignmentExpression|UpdateExpression|For(?:Of|In)Statement)$/;
const KEEPING = /^(?:MemberExpression|VariableDeclaration)$/;

const KINDS = ["constant", "pure", "read", "any"];

/**
 * What an argument may be replaced by: `constant` is the same value everywhere, `pure` another object with the same content at any time,
 * `read` something that others may change, and `any` may change something itself.
 */
function kindOf(node, caller) {
  switch (node.type) {
    case "Literal":
      return node.regex ? "pure" : "constant";
    case "Identifier":
      return isConstant(node.name, caller) ? "constant" : "read";
    case "ArrowFunctionExpression":
      return "pure";
    case "MemberExpression":
      return mostOf([
        "read",
        ...[node.object, ...(node.computed ? [node.property] : [])].map((part) => kindOf(part, caller)),
      ]);
    case "ThisExpression":
      return "pure";
    case "ArrayExpression":
      return mostOf(["pure", ...node.elements.map((element) => kindOf(element, caller))]);
    case "ObjectExpression":
      return mostOf(["pure", ...node.properties.map((property) => kindOfProperty(property, caller))]);
    default:
      return "any";
  }
}

function kindOfProperty({ type, computed, kind, value }, caller) {
  return type === "Property" && !computed && kind === "init" ? kindOf(value, caller) : "any";
}

function mostOf(kinds) {
  return KINDS[Math.max(...kinds.map((kind) => KINDS.indexOf(kind)))];
}

function isConstant(name, { variables, changing }) {
  return !changing.has(name) && !variables.some((use) => use.node.name === name && isChanged(use));
}

/** The variables that an expression names before it does anything else, in their order, and whether it has read properties before. */
function leadingIn(expression) {
  const found = [];
  let isAfterRead = false;
  const pass = (node) => {
    if (node === null || HARMLESS.has(node.type)) return true;
    if (node.type === "Identifier") found.push({ node, isAfterRead });
    const { parts, isRead = false, isLast = false } = partsOf(node);
    const isPassed = parts.every(pass) && !isLast;
    isAfterRead ||= isRead;
    return isPassed;
  };
  pass(expression);
  return found;
}

const HARMLESS = new Set(["Literal", "ArrowFunctionExpression", "FunctionExpression"]);

/** What an expression always computes first, in this order; whether it then reads a property, or does what may change something. */
function partsOf(node) {
  switch (node.type) {
    case "Identifier":
      return { parts: [] };
    case "UnaryExpression":
      return { parts: [node.argument], isLast: node.operator === "delete" };
    case "BinaryExpression":
      return { parts: [node.left, node.right] };
    case "TemplateLiteral":
      return { parts: node.expressions };
    case "MemberExpression":
      return { parts: [node.object, ...(node.computed ? [node.property] : [])], isRead: true, isLast: node.optional };
    case "CallExpression":
    case "NewExpression":
      return { parts: [node.callee, ...(node.optional ? [] : node.arguments)], isLast: true };
    case "ArrayExpression":
      return { parts: node.elements };
    case "ObjectExpression":
      return { parts: node.properties };
    case "Property":
      return { parts: [...(node.computed ? [node.key] : []), node.value] };
    case "ChainExpression":
      return { parts: [node.expression], isLast: true };
    case "SpreadElement":
      return { parts: [node.argument], isLast: true };
    case "ConditionalExpression":
      return { parts: [node.test], isLast: true };
    case "LogicalExpression":
      return { parts: [node.left], isLast: true };
    default:
      return { parts: [], isLast: true };
  }
}

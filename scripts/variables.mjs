// Finds the variables in code, and what declares them.

/** Each place that names a variable: its node, and the nodes around it with the roles of their children, outermost first. */
export function variablesIn(node, around = []) {
  if (node.type === "Identifier") return isVariable(around.at(-1)) ? [{ node, around }] : [];
  return childrenOf(node).flatMap(({ child, role }) => variablesIn(child, [...around, { node, role }]));
}

function childrenOf(node) {
  return Object.entries(node).flatMap(([role, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((child) => typeof child?.type === "string")
      .map((child) => ({ child, role })),
  );
}

/** Whether an identifier there is neither the name of a property nor a label. */
function isVariable({ node, role } = {}) {
  if (role === "property" || role === "key") return node.computed;
  return role !== "label" && role !== "meta";
}

/** Whether the name of a variable is that of a property, too: `{ name }` or `{ name = 1 }`. */
export function isShorthand(around) {
  const [outer, { node, role }] = [around.at(-2), around.at(-1)];
  return node.shorthand === true || (role === "left" && outer?.node.shorthand === true);
}

/** The node that declares a variable, among those around the place that names it. */
export function scopeOf(name, around) {
  return around.findLast(({ node, role }) => !isName(node, role) && declaredBy(node).includes(name))?.node;
}

/** A function declaration declares its own name outside of itself. */
function isName(node, role) {
  return role === "id" && node.type === "FunctionDeclaration";
}

/** The variables that can be named within a node because of it. */
function declaredBy(node) {
  switch (node.type) {
    case "FunctionDeclaration":
    case "ArrowFunctionExpression":
      return node.params.flatMap(namesIn);
    case "FunctionExpression":
      return [node.id, ...node.params].flatMap(namesIn);
    case "ClassExpression":
      return namesIn(node.id);
    case "CatchClause":
      return namesIn(node.param);
    case "BlockStatement":
      return node.body.flatMap(declaredInStatement);
    case "SwitchStatement":
      return node.cases.flatMap(({ consequent }) => consequent.flatMap(declaredInStatement));
    case "ForStatement":
      return declaredInStatement(node.init ?? {});
    case "ForOfStatement":
    case "ForInStatement":
      return declaredInStatement(node.left);
    default:
      return [];
  }
}

function declaredInStatement({ type, id, declarations = [] }) {
  return type === "FunctionDeclaration" ? namesIn(id) : declarations.flatMap((declaration) => namesIn(declaration.id));
}

/** The names in a pattern. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => namesIn(property.value ?? property));
    case "ArrayPattern":
      return pattern.elements.flatMap(namesIn);
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

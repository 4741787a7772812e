// Says which statements of a module have to be run before which.

/** Statements that may come in any order in which each comes after those that it is computed from; functions come anywhere. */
export class LoadOrder {
  constructor(needs) {
    const statements = [...needs.keys()];
    this.missing = new Map(statements.map((statement) => [statement, needs.get(statement).size]));
    this.users = new Map(statements.map((statement) => [statement, []]));
    for (const [user, needed] of needs) for (const need of needed) this.users.get(need).push(user);
    /** The statements that may come next. */
    this.ready = new Set(statements.filter((statement) => this.missing.get(statement) === 0));
  }

  take(statement) {
    this.ready.delete(statement);
    for (const user of this.users.get(statement)) {
      const missing = this.missing.get(user) - 1;
      this.missing.set(user, missing);
      if (missing === 0) this.ready.add(user);
    }
  }
}

/**
 * Statement → those that it is computed from. They have come before it so far: a name that only looks like that of a later
 * statement is not it.
 */
export function needsOf(statements) {
  const declaring = new Map(
    statements.flatMap((statement) => namesOf(statement.node).map((name) => [name, statement])),
  );
  const mentions = new Map(statements.map((statement) => [statement, mentionsIn(statement.node)]));
  const earlier = new Set();
  const needs = new Map();
  for (const statement of statements) {
    needs.set(statement, new Set(neededBy(statement, { declaring, mentions }).filter((need) => earlier.has(need))));
    if (!isFunction(statement.node)) earlier.add(statement);
  }
  return needs;
}

function neededBy({ node }, { declaring, mentions }) {
  if (isFunction(node)) return [];
  const used = usedInAll(node.declarations.map(({ init }) => init));
  if (used !== undefined) return used.map((name) => declaring.get(name));
  // A call may come to whatever it mentions, and to whatever that mentions.
  const reached = new Set([declaring.get(node.declarations[0].id.name)]);
  for (const statement of reached)
    for (const name of mentions.get(statement)) if (declaring.has(name)) reached.add(declaring.get(name));
  return [...reached];
}

function isFunction({ type }) {
  return type === "FunctionDeclaration";
}

/** The names that a top-level statement declares. */
export function namesOf({ id, declarations = [] }) {
  return id ? [id.name] : declarations.map((declaration) => declaration.id.name);
}

function mentionsIn(node, names = new Set()) {
  if (node.type === "Identifier") names.add(node.name);
  for (const [role, value] of Object.entries(node)) {
    if ((role === "property" || role === "key") && !node.computed) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") mentionsIn(child, names);
  }
  return names;
}

/** The names whose values a value is made of; nothing where it is computed by a call or anything else that could be one. */
function usedIn(node) {
  switch (node?.type) {
    case undefined:
    case "Literal":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return [];
    case "Identifier":
      return [node.name];
    case "ClassExpression":
      return isPlainClass(node) ? [] : undefined;
    case "ArrayExpression":
      return usedInAll(node.elements);
    case "ObjectExpression":
      return usedInAll(
        node.properties.map((property) => (property.computed ? property : (property.value ?? property))),
      );
    case "CallExpression":
      return isWrapped(node) ? usedIn(node.callee.body) : undefined;
    default:
      return undefined;
  }
}

function usedInAll(nodes) {
  const used = nodes.map(usedIn);
  return used.includes(undefined) ? undefined : used.flat();
}

/** Whether a call is `(() => value)()`. */
function isWrapped({ callee, arguments: { length } }) {
  return callee.type === "ArrowFunctionExpression" && callee.body.type !== "BlockStatement" && length === 0;
}

function isPlainClass({ superClass, body }) {
  return superClass === null && body.body.every(({ computed, static: isStatic }) => !computed && isStatic === false);
}

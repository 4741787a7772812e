// Writes what is used in one place alone in that place, which minifiers do within functions only.
import { parseAst } from "rolldown/parseAst";
import { edited } from "./edits.mjs";
import { callEdit } from "./inline-call.mjs";
import { namesOf } from "./load-order.mjs";
import { isShorthand, scopeOf, variablesIn } from "./variables.mjs";

/**
 * The same code without the values that one place alone names, if that place is computed once, when the code is loaded, and without the
 * arrow functions of one expression that one place alone calls.
 */
export function withInlined(code) {
  const program = new Program(code);
  let before;
  do {
    before = program.statements.size;
    for (const statement of program.statements) program.inline(statement);
  } while (program.statements.size < before);
  return program.code;
}

class Program {
  constructor(code) {
    this.statements = new Set();
    /** Where each name of a statement is used, in itself and in others. */
    this.uses = new Map();
    const { body } = parseAst(code);
    this.changing = new Set(body.filter(({ kind }) => kind === "let").flatMap(namesOf));
    let end = 0;
    for (const node of body) {
      const statement = {};
      this.statements.add(statement);
      this.read(statement, code.slice(end, node.end).trim());
      end = node.end;
    }
  }

  get code() {
    return [...this.statements].map(({ text }) => `${text}\n`).join("");
  }

  read(statement, text) {
    const [node] = parseAst(text).body;
    const variables = variablesIn(node).map((use) => ({ ...use, scope: scopeOf(use.node.name, use.around) }));
    Object.assign(statement, { text, node, variables, changing: this.changing });
    for (const { around, node: variable } of namedIn(statement))
      this.uses.set(variable.name, [...(this.uses.get(variable.name) ?? []), { statement, node: variable, around }]);
  }

  inline(statement) {
    const value = valueIn(statement);
    const [use, other] = this.uses.get(namesOf(statement.node)[0]) ?? [];
    if (value === undefined || use === undefined || other !== undefined) return;
    const edit = valueEdit(value, statement, use) ?? callEdit(value, statement, use);
    if (edit === undefined) return;
    this.statements.delete(statement);
    for (const changed of [statement, use.statement]) this.forget(changed);
    this.read(use.statement, edited(use.statement.text, [edit]));
  }

  forget(statement) {
    for (const { node } of namedIn(statement)) {
      const uses = this.uses.get(node.name);
      this.uses.set(
        node.name,
        uses.filter((use) => use.statement !== statement),
      );
    }
  }
}

/** The places where a statement names others, or itself. */
function namedIn({ variables }) {
  return variables.filter(({ scope, around }) => scope === undefined && around.at(-1).role !== "id");
}

/** The value of a constant. A class stays, so that its instances are easy to tell, and so does what changes. */
function valueIn({ node: { kind, declarations } }) {
  const init = kind === undefined || kind === "let" ? undefined : declarations[0].init;
  return init?.type === "ClassExpression" ? undefined : (init ?? undefined);
}

const LIST_OR_CALL = ["elements", "arguments"];

/** Writes a value into another one, a list or arguments, unless that is computed more than once. */
function valueEdit({ start, end }, { text }, { node, around }) {
  if (around.some((outer) => /Function|Class/.test(outer.node.type))) return undefined;
  const [outer, { role }] = around.slice(-2);
  if (!LIST_OR_CALL.includes(role) && !(role === "value" && outer.node.type === "ObjectExpression")) return undefined;
  const name = isShorthand(around) ? `${node.name}: ` : "";
  return { start: node.start, end: node.end, text: `${name}(${text.slice(start, end)})` };
}

// Makes plain objects of the namespaces that modules are imported as.
import { parseAst } from "rolldown/parseAst";
import { edited } from "./edits.mjs";

/**
 * The same code with an object such as `{ decode, encode }` for each namespace, which bundlers otherwise build of getters, so that
 * it may come before its values. It comes after them here: right before the first value that is computed with it.
 */
export function withPlainNamespaces(code) {
  const { body } = parseAst(code);
  const values = body.filter(({ type }) => type !== "FunctionDeclaration");
  const namespaces = body.map(namespaceIn).filter((namespace) => namespace !== undefined);
  const edits = namespaces.flatMap(({ name, members, start, end }) => {
    const uses = (value) => value.start > end && mentions(code.slice(value.start, value.end), name);
    const at = (values.find(uses) ?? body.at(-1)).start;
    return [
      { start, end, text: "" },
      { start: at, end: at, text: `var ${name} = { ${members.join(", ")} };\n` },
    ];
  });
  return edited(code, edits);
}

/** Of a statement such as `var name = __exportAll({ key: () => value })`. */
function namespaceIn({ declarations: [{ id, init } = {}] = [], start, end }) {
  if (init?.callee?.name !== "__exportAll") return undefined;
  const members = init.arguments[0].properties.map(({ key, value }) => `${key.name}: ${value.body.name}`);
  return { name: id.name, members, start, end };
}

function mentions(text, name) {
  const at = text.indexOf(name);
  return at >= 0 && (!/[\w$]/.test(text.charAt(at + name.length)) || mentions(text.slice(at + name.length), name));
}

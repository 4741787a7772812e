// Leaves out the declarations of class fields that the constructor sets anyway.
import { parseAst } from "rolldown/parseAst";

/**
 * The same classes without declarations such as `name;` of fields that the constructor sets in every case. Other fields without
 * a value stay declared: objects that get their fields one after the other are slower to read.
 */
export function withoutRedundantFields(code) {
  const fields = parseAst(code).body.flatMap(({ declarations = [] }) =>
    declarations.flatMap(({ init }) => (init?.type === "ClassExpression" ? redundantFields(init.body.body) : [])),
  );
  return fields.reverse().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}

function redundantFields(members) {
  const set = new Set(members.flatMap((member) => (member.kind === "constructor" ? fieldsSetIn(member.value) : [])));
  return members.filter(
    ({ type, value, key, computed, static: isStatic }) =>
      type === "PropertyDefinition" && value === null && !computed && !isStatic && isPublic(key) && set.has(key.name),
  );
}

/** A field `#name` has to be declared. */
function isPublic({ type }) {
  return type === "Identifier";
}

/** The fields that a function sets in its own statements, and not only under a condition. */
function fieldsSetIn({ body }) {
  return body.body
    .map(({ expression }) => (expression?.type === "AssignmentExpression" ? expression.left : undefined))
    .filter(
      (left) => left?.type === "MemberExpression" && left.object.type === "ThisExpression" && isPublic(left.property),
    )
    .map(({ property }) => property.name);
}

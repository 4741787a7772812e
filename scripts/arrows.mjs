// Makes arrow functions of functions, which minifiers do not dare to: those may be called before they are declared.
import { parseAst } from "rolldown/parseAst";

/** The same code with arrow functions, which are shorter, before all that may call them when the code is loaded. */
export function withArrows(code) {
  const [arrows, others] = [[], []];
  let end = 0;
  for (const node of parseAst(code).body) {
    const isArrow = node.type === "FunctionDeclaration" && isPlain(node, code);
    (isArrow ? arrows : others).push(
      code.slice(end, node.start) + (isArrow ? arrowOf(node, code) : code.slice(node.start, node.end)),
    );
    end = node.end;
  }
  return [...arrows, ...others, code.slice(end)].join("");
}

/** What arrow functions do not have. */
const OWN = /\b(?:this|arguments|super|new\.target)\b/;

function isPlain({ generator, async, start, end }, code) {
  return !generator && !async && !OWN.test(code.slice(start, end));
}

function arrowOf({ id, params, body, end }, code) {
  const head = `const ${id.name} = (${params.map((param) => code.slice(param.start, param.end)).join(", ")}) =>`;
  const [{ type, argument } = {}] = body.body;
  if (body.body.length > 1 || type !== "ReturnStatement" || argument === null)
    return `${head} ${code.slice(body.start, end)};`;
  return `${head} (${code.slice(argument.start, argument.end)});`;
}

// Arranges the statements of a bundle so that it compresses better.
import { minifySync } from "rolldown/experimental";
import { parseAst } from "rolldown/parseAst";

/** Compressors look for repetitions in the last 32 KB. */
const WINDOW = 30_000;
/** The length of the pieces by which statements are compared. */
const PIECE = 6;
/** What more statements than this have in common tells nothing about them. */
const COMMON = 150;

/**
 * The same code with similar functions close to each other, such as what two dialects do for one concept. Functions may stand
 * anywhere in a module; everything else keeps its order.
 */
export function arrange(code) {
  const { statements, exports } = statementsOf(code);
  const similarity = new Similarity(statements);
  const free = new Set(statements.filter(({ isFunction }) => isFunction));
  const fixed = statements.filter(({ isFunction }) => !isFunction);
  const arranged = [];
  while (arranged.length < statements.length) {
    const next = similarity.nearest(fixed[0] === undefined ? free : [fixed[0], ...free]);
    if (next === fixed[0]) fixed.shift();
    free.delete(next);
    similarity.add(next);
    arranged.push(next.text);
  }
  return `${[...arranged, ...exports].join("\n")}\n`;
}

function statementsOf(code) {
  const [statements, exports] = [[], []];
  let end = 0;
  for (const node of parseAst(code).body) {
    // With the comments before it.
    const text = code.slice(end, node.end).trim();
    end = node.end;
    if (node.type === "ExportNamedDeclaration") exports.push(text);
    else statements.push({ text, isFunction: node.type === "FunctionDeclaration", ...piecesOf(code, node) });
  }
  return { statements, exports };
}

function piecesOf(code, { start, end }) {
  const options = { module: true, mangle: { toplevel: false }, compress: { unused: false } };
  const minified = minifySync("statement.js", code.slice(start, end), options).code;
  const pieces = new Set();
  for (let at = 0; at + PIECE <= minified.length; at++) pieces.add(minified.slice(at, at + PIECE));
  return { pieces, length: minified.length };
}

/** How much of each statement was in the last statements that were added. */
class Similarity {
  constructor(statements) {
    this.holders = holdersOf(statements);
    this.scores = new Map(statements.map((statement) => [statement, 0]));
    this.counts = new Map();
    this.last = [];
    this.length = 0;
  }

  nearest(statements) {
    let [nearest, highest] = [undefined, -1];
    for (const statement of statements) {
      const score = this.scores.get(statement) / (statement.length + 20) ** 0.8;
      if (score > highest) [nearest, highest] = [statement, score];
    }
    return nearest;
  }

  add(statement) {
    this.last.push(statement);
    this.length += statement.length;
    this.count(statement, 1);
    while (this.length > WINDOW && this.last.length > 1) {
      const oldest = this.last.shift();
      this.length -= oldest.length;
      this.count(oldest, -1);
    }
  }

  count({ pieces }, change) {
    for (const piece of pieces) {
      const before = this.counts.get(piece) ?? 0;
      this.counts.set(piece, before + change);
      if (before === 0 || before + change === 0)
        for (const holder of this.holders.get(piece) ?? []) this.scores.set(holder, this.scores.get(holder) + change);
    }
  }
}

/** Piece → the statements with it, for pieces that some statements have in common. */
function holdersOf(statements) {
  const holders = new Map();
  for (const statement of statements)
    for (const piece of statement.pieces) {
      const all = holders.get(piece);
      if (all === undefined) holders.set(piece, [statement]);
      else all.push(statement);
    }
  for (const [piece, all] of holders) if (all.length === 1 || all.length > COMMON) holders.delete(piece);
  return holders;
}

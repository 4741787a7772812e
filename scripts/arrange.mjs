// Arranges the statements of a bundle so that it compresses better.
import { minifySync } from "rolldown/experimental";
import { parseAst } from "rolldown/parseAst";
import { LoadOrder, namesOf } from "./load-order.mjs";

/** Compressors look for repetitions in the last 32 KB. */
const WINDOW = 30_000;
/** The length of the pieces by which statements are compared. */
const PIECE = 7;
/** What more statements than this have in common tells nothing about them; below, it tells the more the fewer they are. */
const COMMON = 1000;
/** How much it counts what a statement has in common with others of the same program, and not with all others. */
const SAME_PROGRAM = 0.6;

/**
 * The same code with similar statements close to each other, such as what two dialects do for one concept. A program takes a part
 * of it, in the same order: `programs` holds what typical ones take, by the names that statements declare.
 */
export function arrange(code, programs = []) {
  const { statements, exports } = statementsOf(code);
  const order = new LoadOrder(statements);
  const parts = [() => true, ...programs.map((names) => isIn(names))].map(
    (isPart) => new Similarity(statements.filter(isPart)),
  );
  const arranged = [];
  while (arranged.length < statements.length) {
    const next = nearest(order.ready, parts);
    order.take(next);
    for (const part of parts) part.add(next);
    arranged.push(next.text);
  }
  return `${[...arranged, ...exports].join("\n")}\n`;
}

function isIn(names) {
  return ({ node }) => namesOf(node).some((name) => names.has(name));
}

function statementsOf(code) {
  const { body } = parseAst(code);
  const short = new Map(body.flatMap(namesOf).map((name, index) => [name, String.fromCharCode(0xe000 + index)]));
  const [statements, exports] = [[], []];
  let end = 0;
  for (const node of body) {
    // With the comments before it.
    const text = code.slice(end, node.end).trim();
    end = node.end;
    if (node.type === "ExportNamedDeclaration") exports.push(text);
    else statements.push({ text, node, ...piecesOf(code.slice(node.start, node.end), short) });
  }
  return { statements, exports };
}

/** `short`: what stands for the names of statements, which minifiers make short. */
function piecesOf(statement, short) {
  const options = { module: true, mangle: { toplevel: false }, compress: { unused: false } };
  const { code } = minifySync("statement.js", statement, options);
  const minified = code.replace(/(?<![.\w$])[\w$]+/g, (name) => short.get(name) ?? name);
  const pieces = new Set();
  for (let at = 0; at + PIECE <= minified.length; at++) pieces.add(minified.slice(at, at + PIECE));
  return { pieces, length: minified.length };
}

function nearest(statements, parts) {
  let [found, highest] = [undefined, -1];
  for (const statement of statements) {
    const score = scoreIn(parts, statement) / (statement.length + 20) ** 0.85;
    if (score > highest) [found, highest] = [statement, score];
  }
  return found;
}

function scoreIn([all, ...programs], statement) {
  const own = programs.filter((program) => program.scores.has(statement));
  return own.reduce(
    (score, program) => (1 - SAME_PROGRAM) * score + SAME_PROGRAM * program.scores.get(statement),
    all.scores.get(statement),
  );
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

  add(statement) {
    if (!this.scores.has(statement)) return;
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
      const holders = before === 0 || before + change === 0 ? (this.holders.get(piece) ?? []) : [];
      const weight = change / holders.length ** 0.5;
      for (const holder of holders) this.scores.set(holder, this.scores.get(holder) + weight);
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

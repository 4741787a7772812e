// Arranges the statements of a bundle so that it compresses better.
import { gzipSync } from "node:zlib";
import { minifySync } from "rolldown/experimental";
import { parseAst } from "rolldown/parseAst";
import { LoadOrder, namesOf, needsOf } from "./load-order.mjs";

/** Compressors look for repetitions in the last 32 KB. */
const WINDOW = 30_000;
/** The length of the pieces by which statements are compared. */
const PIECE = 7;
/** What more statements than this have in common tells nothing about them; below, it tells the more the fewer they are. */
const COMMON = 1000;
/**
 * How much it counts what a statement has in common with others of the same program and not with all others, and how much shorter
 * statements are preferred. Which is best changes with every change of the code.
 */
const SETTINGS = [0.25, 0.275, 0.3, 0.325, 0.35, 0.375, 0.4, 0.425, 0.45].flatMap((program) =>
  [0.875, 0.9, 0.925, 0.95, 0.975, 1].map((length) => ({ program, length })),
);
/** How many orders are returned. */
const MOST = 24;
/** How much more a byte of the first program counts than one of all that there is. */
const IMPORTANCE = 1.75;

/**
 * The same code with similar statements close to each other, such as what two dialects do for one concept, in several orders: the
 * first are the smallest, nearly. A program takes a part of the code, in the same order: `programs` holds what typical ones take, by
 * the names that statements declare, the most important first.
 */
export function arrange(code, programs) {
  const { statements, exports } = statementsOf(code);
  const needs = needsOf(statements);
  const parts = [() => true, ...programs.map(isIn)].map((isPart) => partOf(statements.filter(isPart)));
  const orders = SETTINGS.map((settings) => [...arranged(new LoadOrder(needs), parts, settings)]);
  const [all, first] = parts;
  const costs = new Map(
    orders.map((order) => [order, sizeOf(all.taken, order) + IMPORTANCE * sizeOf(first.taken, order)]),
  );
  const best = orders.toSorted((one, other) => costs.get(one) - costs.get(other)).slice(0, MOST);
  return best.map((order) => `${[...order.map(({ text }) => text), ...exports].join("\n")}\n`);
}

function partOf(statements) {
  return { taken: new Set(statements), shared: sharedPieces(statements) };
}

/** The compressed size of a part, nearly as a bundler makes it. */
function sizeOf(taken, order) {
  const code = order.filter((statement) => taken.has(statement)).map(({ minified }) => minified);
  return gzipSync(code.join("\n"), { level: 9 }).length;
}

function* arranged(order, parts, settings) {
  const similarities = parts.map((part) => new Similarity(part));
  const costs = [...parts[0].taken].map(({ length }) => (length + 20) ** settings.length);
  const scoreOf = ({ index }) => scoreIn(similarities, index, settings.program) / costs[index];
  while (order.ready.size > 0) {
    const next = nearest(order.ready, scoreOf);
    order.take(next);
    for (const similarity of similarities) similarity.add(next);
    yield next;
  }
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
    else
      statements.push({ text, node, index: statements.length, ...piecesOf(code.slice(node.start, node.end), short) });
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
  return { minified, pieces, length: minified.length };
}

function nearest(statements, scoreOf) {
  let [found, highest] = [undefined, -1];
  for (const statement of statements) {
    const score = scoreOf(statement);
    if (score > highest) [found, highest] = [statement, score];
  }
  return found;
}

// Called millions of times, so without a list of the programs alone.
function scoreIn(similarities, index, weight) {
  let score = similarities[0].scores[index];
  for (let program = 1; program < similarities.length; program++) {
    const { isTaken, scores } = similarities[program];
    if (isTaken[index]) score += weight * (scores[index] - score);
  }
  return score;
}

/** How much of each statement was in the last statements that were added. */
class Similarity {
  constructor({ taken, shared }) {
    this.shared = shared;
    /** Both by the indexes of statements. */
    this.isTaken = [];
    this.scores = [];
    for (const { index } of taken) [this.isTaken[index], this.scores[index]] = [true, 0];
    /** How many of the last statements have a piece. */
    this.counts = new Uint32Array(shared.holders.length);
    this.last = [];
    this.length = 0;
  }

  add(statement) {
    if (!this.isTaken[statement.index]) return;
    this.last.push(statement);
    this.length += statement.length;
    this.count(statement, 1);
    while (this.length > WINDOW && this.last.length > 1) {
      const oldest = this.last.shift();
      this.length -= oldest.length;
      this.count(oldest, -1);
    }
  }

  count({ index }, change) {
    const { counts, scores } = this;
    const { pieces, holders } = this.shared;
    for (const piece of pieces[index]) {
      const before = counts[piece];
      counts[piece] = before + change;
      if (before > 0 && before + change > 0) continue;
      const weight = change / holders[piece].length ** 0.5;
      for (const holder of holders[piece]) scores[holder] += weight;
    }
  }
}

/** The pieces that some statements have in common, as numbers: those of each statement, and the indexes of the statements with each. */
function sharedPieces(statements) {
  const holdersOf = new Map();
  for (const { pieces, index } of statements)
    for (const piece of pieces) {
      const all = holdersOf.get(piece);
      if (all === undefined) holdersOf.set(piece, [index]);
      else all.push(index);
    }
  const holders = [...holdersOf.values()].filter(({ length }) => length > 1 && length <= COMMON);
  const pieces = [];
  for (const { index } of statements) pieces[index] = [];
  for (const [piece, indexes] of holders.entries()) for (const index of indexes) pieces[index].push(piece);
  return { pieces, holders };
}

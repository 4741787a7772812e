// Links and headings of markdown files: for the copies of docs/ in the packages, for the site, and for the tests of both.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/** Where the files of this repository are on the web. */
export const REPOSITORY = "https://github.com/toolglot/toolglot";
const BLOB = `${REPOSITORY}/blob/main/`;

/** The links of a text, except for those in code. */
export function linksIn(text) {
  return [...withoutCode(text).matchAll(LINK)].map((match) => ({
    target: match[1],
    line: text.slice(0, match.index).split("\n").length,
  }));
}

/** The text with each link's target replaced by what `change` returns. */
export function changeLinks(text, change) {
  const blank = withoutCode(text);
  return [...blank.matchAll(LINK)].reduceRight((result, match) => {
    const start = match.index + match[0].lastIndexOf(`](`) + 2;
    return result.slice(0, start) + change(match[1]) + result.slice(start + match[1].length);
  }, text);
}

/** The address on the web of what a page of this repository links to, by paths from the root. */
export function webAddress(page, target) {
  return isRelative(target) ? BLOB + join(dirname(page), target) : target;
}

/** Whether a link leads to a file beside its page, or to a heading. */
export function isRelative(target) {
  return !/^[a-z][a-z0-9+.-]*:/i.test(target);
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading) {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** The markdown files of a folder and of those in it, as paths from that folder. */
export function markdownFiles(root) {
  return readdirSync(root, { withFileTypes: true, recursive: false })
    .flatMap((entry) => {
      if (entry.isDirectory())
        return SKIPPED.test(entry.name)
          ? []
          : markdownFiles(join(root, entry.name)).map((file) => join(entry.name, file));
      return entry.name.endsWith(".md") ? [entry.name] : [];
    })
    .sort();
}

/**
 * The links of the markdown files that lead to no file, or to no heading of it: `docs/ask.md:3: other.md`. A link to this
 * repository on the web must lead to a file of `repository`, if that is given.
 */
export function deadLinks(root, { files = markdownFiles(root), repository } = {}) {
  return files.flatMap((file) =>
    linksIn(readFileSync(join(root, file), "utf8"))
      .filter(({ target }) => !leadsSomewhere(root, file, target, repository))
      .map(({ target, line }) => `${file}:${line}: ${target}`),
  );
}

const LINK = /\[(?:[^[\]]|\[[^\]]*\])*\]\(<?([^()\s>]+(?:\([^()\s]*\))?)>?(?:\s+"[^"]*")?\)/g;
const SKIPPED = /^(node_modules|dist|\..*)$/;

function leadsSomewhere(root, file, target, repository) {
  if (target.startsWith(BLOB) && repository !== undefined) return exists(repository, target.slice(BLOB.length));
  if (!isRelative(target)) return true;
  return exists(root, target.startsWith("#") ? file + target : join(dirname(file), target));
}

function exists(root, target) {
  const [path, anchor] = normalize(target).split("#");
  const file = join(root, decodeURIComponent(path));
  if (relative(root, file).startsWith("..") || !existsSync(file)) return false;
  return anchor === undefined || anchorsIn(readFileSync(file, "utf8")).has(anchor);
}

function anchorsIn(text) {
  const anchors = new Set();
  for (const [, heading] of withoutFences(text).matchAll(/^#{1,6} +(.+?)[ #]*$/gm)) {
    const anchor = anchorOf(heading);
    let count = 0;
    while (anchors.has(count === 0 ? anchor : `${anchor}-${count}`)) count++;
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

// Replaced by as many spaces, so that places stay what they are.
function withoutCode(text) {
  return withoutFences(text).replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blank);
}

function withoutFences(text) {
  return text.replace(/^( *)(`{3,}|~{3,}).*\n[\s\S]*?^ *\2.*$/gm, blank);
}

function blank(code) {
  return code.replace(/[^\n]/g, " ");
}

import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Citation, Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { type Form, formOf } from "../forms/form.ts";
import { readNode } from "../forms/node.ts";
import { count, type Rule, text } from "../forms/rule.ts";
import { writeForm } from "../forms/write.ts";
import type { ChatFacts } from "./facts.ts";

/** Reads what a message cites. */
export function decodeCitations(facts: ChatFacts, wire: readonly Json[], report: Report): Citation[] {
  return wire.map((citation, index) => {
    const { values, noted } = readNode(
      formFor(facts),
      isObject(citation) ? citation : { "": citation },
      report.at(index),
    );
    return { ...values, ...noted } as Citation;
  });
}

/** Writes what the texts of a message cite; the offsets of later texts are those of the whole. */
export function encodeCitations(facts: ChatFacts, parts: readonly Part[]): JsonObject[] | undefined {
  const cited = parts.flatMap((part) => (part.type === "text" ? (part.citations ?? []) : []));
  if (cited.length === 0) return undefined;
  return cited.map((citation) => {
    const { url, title, start, end } = citation;
    return writeForm(formFor(facts), { url, title, start, end }, citation.extras?.[facts.dialect] ?? {});
  });
}

const RULES: Readonly<Record<string, Rule>> = {
  url: text("/url_citation/url"),
  title: text("/url_citation/title"),
  start: count("/url_citation/start_index"),
  end: count("/url_citation/end_index"),
};

const forms = new Map<string, Form>();

function formFor({ dialect }: ChatFacts): Form {
  const known = forms.get(dialect) ?? formOf<string>({ dialect, constants: { "/type": "url_citation" }, rules: RULES });
  forms.set(dialect, known);
  return known;
}

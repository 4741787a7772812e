import { isArray, type JsonKind, kindOf } from "../../json/value.ts";
import type { Verdict } from "./findings.ts";
import { type PatternFeature, patternFeatures } from "./pattern.ts";
import { each, type MessageFor, type Rule } from "./rule.ts";
import type { SchemaNode } from "./tree.ts";

/** Every schema says its type, unless one of these keywords says what it is. */
export function typed(unless: readonly string[], verdict: Verdict): Rule {
  return each(({ schema, place }, findings) => {
    const says = (keyword: string): boolean => Object.hasOwn(schema, keyword);
    if (!says("type") && !unless.some(says)) findings.add(place, verdict);
  });
}

/** Only formats that the target knows. */
export function formats(known: (format: string, node: SchemaNode) => boolean, message: MessageFor): Rule {
  return each((node, findings) => {
    const { format } = node.schema;
    if (typeof format !== "string" || known(format, node)) return;
    findings.error(node.place.at("format"), "unsupported-format", message(format));
  });
}

/** Which features of regular expressions a target lacks; `largeRepetition` is the count above which one is too big. */
export interface PatternTable {
  readonly lacking: ReadonlySet<PatternFeature>;
  readonly largeRepetition?: number;
  readonly message: MessageFor;
}

/** Only patterns that the target's engine takes. */
export function patterns({ lacking, largeRepetition, message }: PatternTable): Rule {
  return each(({ schema, place }, findings) => {
    if (typeof schema.pattern !== "string") return;
    for (const feature of patternFeatures(schema.pattern, largeRepetition)) {
      if (lacking.has(feature)) findings.error(place.at("pattern"), "unsupported-pattern", message(feature));
    }
  });
}

/** Only enum values of these kinds. */
export function enumKinds(kinds: ReadonlySet<JsonKind>, message: (kind: JsonKind) => string): Rule {
  return each(({ schema, place }, findings) => {
    if (!isArray(schema.enum)) return;
    for (const [index, value] of schema.enum.entries()) {
      const kind = kindOf(value);
      if (!kinds.has(kind)) findings.error(place.at("enum").at(index), "enum-value", message(kind));
    }
  });
}

/** No `true` or `false` for a schema, except below these keywords. */
export function noBooleanSchemas(except: readonly string[], verdict: Verdict): Rule {
  return (tree, findings) => {
    for (const node of tree.booleans) if (!except.includes(node.keyword)) findings.add(node.place, verdict);
  };
}

/** A schema with this keyword has no other. */
export function alone(
  keyword: string,
  { beside, message }: { beside: (other: string) => boolean; message: MessageFor },
): Rule {
  return each(({ schema, place }, findings) => {
    if (!Object.hasOwn(schema, keyword)) return;
    const others = Object.keys(schema).filter((other) => other !== keyword && !beside(other));
    if (others.length > 0)
      findings.error(
        place.at(keyword),
        `${keyword.replace("$", "")}-not-alone`.toLowerCase(),
        message(others.join(", ")),
      );
  });
}

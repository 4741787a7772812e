import { isArray, type JsonKind, kindOf } from "../../json/value.ts";
import { type PatternFeature, patternFeatures } from "./pattern.ts";
import type { Verdict } from "./problems.ts";
import { eachSchema, type MessageFor, type Rule } from "./rule.ts";
import type { SchemaNode } from "./tree.ts";

/** Every schema has a `type`, unless it has one of these keywords. */
export function hasType(unless: readonly string[], verdict: Verdict): Rule {
  return eachSchema(({ schema, place }, problems) => {
    const says = (keyword: string): boolean => Object.hasOwn(schema, keyword);
    if (!says("type") && !unless.some(says)) problems.add(place, verdict);
  });
}

/** Only formats that the target supports. */
export function allowedFormats(known: (format: string, node: SchemaNode) => boolean, message: MessageFor): Rule {
  return eachSchema((node, problems) => {
    const { format } = node.schema;
    if (typeof format !== "string" || known(format, node)) return;
    problems.error(node.place.at("format"), "unsupported-format", message(format));
  });
}

/** The features of regular expressions that a target lacks; `largeRepetition` is the first count that is too large. */
export interface PatternTable {
  readonly lacking: ReadonlySet<PatternFeature>;
  readonly largeRepetition?: number;
  readonly message: MessageFor;
}

/** Only patterns that the target's engine supports. */
export function supportedPatterns({ lacking, largeRepetition, message }: PatternTable): Rule {
  return eachSchema(({ schema, place }, problems) => {
    if (typeof schema.pattern !== "string") return;
    for (const feature of patternFeatures(schema.pattern, largeRepetition)) {
      if (lacking.has(feature)) problems.error(place.at("pattern"), "unsupported-pattern", message(feature));
    }
  });
}

/** Only enum values of these JSON types. */
export function enumKinds(kinds: ReadonlySet<JsonKind>, message: (kind: JsonKind) => string): Rule {
  return eachSchema(({ schema, place }, problems) => {
    if (!isArray(schema.enum)) return;
    for (const [index, value] of schema.enum.entries()) {
      const kind = kindOf(value);
      if (!kinds.has(kind)) problems.error(place.at("enum").at(index), "enum-value", message(kind));
    }
  });
}

/** No `true` or `false` as a schema, except below these keywords. */
export function noBooleanSchemas(except: readonly string[], verdict: Verdict): Rule {
  return (tree, problems) => {
    for (const node of tree.booleans) if (!except.includes(node.keyword)) problems.add(node.place, verdict);
  };
}

/** A schema with this keyword has no others. */
export function noSiblings(
  keyword: string,
  { beside, message }: { beside: (other: string) => boolean; message: MessageFor },
): Rule {
  return eachSchema(({ schema, place }, problems) => {
    if (!Object.hasOwn(schema, keyword)) return;
    const others = Object.keys(schema).filter((other) => other !== keyword && !beside(other));
    if (others.length > 0)
      problems.error(
        place.at(keyword),
        `${keyword.replace("$", "")}-not-alone`.toLowerCase(),
        message(others.join(", ")),
      );
  });
}

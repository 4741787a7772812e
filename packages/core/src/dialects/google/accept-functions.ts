import { Place } from "../../place.ts";
import { checkUnique, type Named, type NameTable, type ProblemCollector } from "../../schema/accept.ts";

/** https://ai.google.dev/api/caching#FunctionDeclaration */
export const NAME: NameTable = {
  pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/,
  maximum: 128,
  message:
    "A function name starts with a letter or '_' and has letters, digits, '_', '.', ':' and '-' only; rename it.",
};

/** The functions of a request, and what its API calls them. */
export interface FunctionList {
  readonly noun: string;
  readonly count: number;
  readonly named: readonly Named[];
}

/** Checks the functions of a request together: how many there are, and their names. */
export function checkFunctions({ noun, count, named }: FunctionList, problems: ProblemCollector): void {
  if (count > MAX_FUNCTIONS) {
    const message = `${count} ${noun} exceed the limit of ${MAX_FUNCTIONS}; send fewer.`;
    problems.error(Place.root, "too-many-tools", message);
  }
  checkUnique(named, { rule: "duplicate-name", message: "Function names must be unique; rename one." }, problems);
}

const MAX_FUNCTIONS = 512;

/** Reports a field that Google's APIs do not know: they refuse it. */
export function reportUnknown(field: string, place: Place, problems: ProblemCollector): void {
  problems.error(place.at(field), "unknown-field", `Unknown name "${field}": Cannot find field; remove it.`);
}

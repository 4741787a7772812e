import { nearest } from "@toolglot/core/base";
import { readWeight } from "./api-keys.ts";
import type { Balance, Provider, Route, RouteCondition, Target } from "./config.ts";
import { type Field, shown } from "./field.ts";
import {
  defined,
  optional,
  readCaching,
  readHeaders,
  readOnLoss,
  readProfile,
  readRetries,
  readTimeouts,
  readToolSearch,
} from "./fields.ts";
import { targetIn } from "./targets.ts";
import { unreachableReason } from "./unreachable.ts";

/** The names of the providers. */
export type Names = ReadonlySet<string>;

/** Reads the routes. */
export function readRoutes(field: Field, names: Names): Route[] {
  const routes: Route[] = [];
  for (const each of field.list() ?? []) {
    const route = readRoute(each, names);
    if (route === undefined) continue;
    const reason = unreachableReason(
      route,
      routes.filter(({ when }) => when === undefined),
      names,
    );
    if (reason !== undefined) each.warn(`can never match: ${reason}`, "remove it, or move it up");
    routes.push(route);
  }
  return routes;
}

/** The default route: all models to the first provider. */
export function routeToFirst(providers: ReadonlyMap<string, Provider>): Route[] {
  return [...providers.keys()].slice(0, 1).map((provider) => ({ match: "*", to: [{ provider }], headers: {} }));
}

function readRoute(field: Field, names: Names): Route | undefined {
  const fields = field.object([
    "match",
    "when",
    "to",
    "balance",
    "profile",
    "onLoss",
    "toolSearch",
    "caching",
    "headers",
    "timeouts",
    "retries",
  ]);
  if (fields === undefined) return undefined;
  const { profile, onLoss, toolSearch, caching, headers, timeouts, retries } = fields;
  const match = fields.match.text();
  const to = readTargets(fields.to, names);
  if (fields.balance.value !== "weighted" && to.some(({ weight }) => weight !== undefined))
    fields.to.warn("has weights that are not used", "write balance: weighted beside it, or leave the weights out");
  const more = defined({
    when: optional(fields.when, readCondition),
    balance: optional(fields.balance, readBalance),
    profile: optional(profile, readProfile),
    onLoss: optional(onLoss, readOnLoss),
    toolSearch: optional(toolSearch, readToolSearch),
    caching: optional(caching, readCaching),
    timeouts: optional(timeouts, readTimeouts),
    retries: optional(retries, readRetries),
  });
  const ownHeaders = optional(headers, readHeaders) ?? {};
  return match === undefined ? undefined : { match, to, headers: ownHeaders, ...more };
}

function readBalance(field: Field): Balance | undefined {
  return field.choice(["order", "weighted"]);
}

/** More than the longest context of any model. */
const MAX_CONTEXT = 10_000_000;

function readCondition(field: Field): RouteCondition {
  const fields = field.object(["background", "thinking", "longContext", "images"]);
  if (fields === undefined) return {};
  const { background, thinking, longContext, images } = fields;
  return defined({
    background: optional(background, () => background.boolean()),
    thinking: optional(thinking, () => thinking.boolean()),
    longContext: optional(longContext, () => longContext.integer(1, MAX_CONTEXT)),
    images: optional(images, () => images.boolean()),
  });
}

function readTargets(field: Field, names: Names): Target[] {
  if (!Array.isArray(field.value)) return readTarget(field, names);
  const targets = field.list() ?? [];
  if (targets.length === 0) field.fail("is empty", "name at least one PROVIDER/MODEL");
  return targets.flatMap((each) => readTarget(each, names));
}

function readTarget(field: Field, names: Names): Target[] {
  if (!(field.value instanceof Map)) return readPlainTarget(field, names);
  const fields = field.object(["target", "weight"]);
  if (fields === undefined) return [];
  const weight = optional(fields.weight, readWeight);
  const targets = readPlainTarget(fields.target, names);
  return targets.map((target) => (weight === undefined ? target : { ...target, weight }));
}

function readPlainTarget(field: Field, names: Names): Target[] {
  const text = field.text();
  if (text === undefined) return [];
  const target = targetIn(names, text);
  if (target === undefined) unknownProvider(field, text, names);
  else if (target.model === "")
    field.fail(`is ${shown(text)}, without a model`, `write ${target.provider} or ${text}MODEL`);
  else return [target];
  return [];
}

function unknownProvider(field: Field, text: string, names: Names): void {
  const [name = ""] = text.split("/", 1);
  const near = nearest(name, [...names]);
  const fix =
    near === undefined ? `write PROVIDER/MODEL, with one of ${[...names].join(", ")}` : `did you mean ${near}?`;
  field.fail(`leads to ${shown(name)}, and no provider is called that`, fix);
}

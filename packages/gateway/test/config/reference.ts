import { readFileSync } from "node:fs";
import type { Preset } from "../../src/providers/preset.ts";
import { vendors } from "../../src/providers/vendors.ts";

/** A part of the schema that the reference is made of. */
interface Node {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly additionalProperties?: Node | false;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

const schema: Node & { readonly $defs: Readonly<Record<string, Node>> } = JSON.parse(
  readFileSync(new URL("../../config.schema.json", import.meta.url), "utf8"),
);

/** The tables of docs/config.md, each under its heading. */
export function referenceTables(): Record<string, string> {
  const { $defs } = schema;
  const objects = { config: schema, ...$defs, ...Object.fromEntries(OR_OBJECT.map((name) => [name, lastForm(name)])) };
  const tables = Object.entries(objects).filter(([, { properties }]) => properties !== undefined);
  return {
    ...Object.fromEntries(tables.map(([name, node]) => [name, fieldTable(node)])),
    "kinds of values": table(["kind", "what it is"], Object.entries($defs).flatMap(kindRow)),
    "without a config": table(["variable", "provider", "its API", "address"], vendors.map(vendorRow)),
  };
}

function fieldTable({ properties = {}, required = [] }: Node): string {
  const rows = Object.entries(properties).map(([name, node]) => [
    `\`${name}\``,
    kindOf(node),
    required.includes(name) ? "required" : defaultOf(node),
    meaningOf(node),
  ]);
  return table(["field", "value", "default", "meaning"], rows);
}

function defaultOf(node: Node): string {
  return node.default === undefined ? "" : `\`${JSON.stringify(node.default)}\``;
}

function meaningOf({ description, $ref }: Node): string {
  return description ?? schema.$defs[nameIn($ref)]?.description ?? "";
}

function kindRow([name, node]: [string, Node]): string[][] {
  const { properties, description = "", items = node } = node;
  const text = items.anyOf?.[0]?.enum?.map((word) => `\`${word}\``).join(", ");
  const whole = text === undefined ? description : `${description} One of ${text}.`;
  return properties === undefined && !OR_OBJECT.includes(name) ? [[name, whole]] : [];
}

/** Kinds that may be a word or a number, and whose last form is an object. */
const OR_OBJECT: readonly string[] = ["auth", "retries"];

function lastForm(name: string): Node {
  return schema.$defs[name]?.anyOf?.at(-1) ?? {};
}

function vendorRow({ name, dialect, baseUrl, keys, host }: Preset): string[] {
  const variables = [...(host === undefined ? [] : [host.variable]), ...keys];
  return [variables.map((variable) => `\`${variable}\``).join(" or "), name, dialect, `\`${baseUrl}\``];
}

function kindOf(node: Node): string {
  const { $ref, type, anyOf, items, additionalProperties, minimum = 0, maximum = 0 } = node;
  if ($ref !== undefined) return nameIn($ref);
  if (type === undefined && node.enum !== undefined) return node.enum.map((word) => `\`${word}\``).join(", ");
  if (anyOf !== undefined)
    return anyOf
      .map(kindOf)
      .filter((kind) => kind !== "variable")
      .join(" or ");
  if (items !== undefined) return `list of ${kindOf(items)}`;
  if (additionalProperties) return `object of ${kindOf(additionalProperties)}`;
  if (type === "integer") return maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `${minimum} to ${maximum}`;
  return type ?? "";
}

function nameIn($ref: string | undefined): string {
  return $ref?.replace("#/$defs/", "") ?? "";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

import { isObject, type Json } from "@toolglot/core";

/** Bodies that differ from a body in one text or number each: by values that a translation may treat in a way of their own. */
export function* variantsOf(body: Json, most: number): Generator<Json> {
  const leaves = countLeaves(body);
  const all = leaves * VALUES;
  // A step that has no divisor in common with the number of values, so that each leaf gets different ones.
  const step = Math.max(1, Math.floor(all / most)) | 1;
  for (let index = 0; index < all; index += step)
    yield new Replacing(Math.floor(index / VALUES) % leaves, index % VALUES).copy(body);
}

const TEXTS = [
  "Other words",
  " ",
  "",
  "ends with a line\n",
  "  begins with spaces",
  "[Error] no such file",
  '{"looks": ["like", "JSON"]}',
  "half a \ud83d pair",
  "call_Other0000000000000000ab",
  "toolu_Other0000000000000000ab",
  "resp_0123456789abcdef0123456789abcdef",
  "msg_tg_1",
  '{"path":"[1]","n":1.0}',
  '{"a":1,"a":2}',
  "null",
  "user",
] as const;

const NUMBERS = [0, 1, 7, 100_000, -1, 1.5, 1200, 1e21] as const;

const VALUES = TEXTS.length;

function countLeaves(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item: Json) => sum + countLeaves(item), 0);
  if (isObject(value)) return Object.values(value).reduce((sum: number, item) => sum + countLeaves(item as Json), 0);
  return 1;
}

/** Copies a body with another value in one place. */
class Replacing {
  private left: number;
  private readonly choice: number;

  constructor(leaf: number, choice: number) {
    this.left = leaf;
    this.choice = choice;
  }

  copy(value: Json): Json {
    if (Array.isArray(value)) return value.map((item: Json) => this.copy(item));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.copy(item as Json)]));
    if (this.left-- !== 0) return value;
    if (typeof value === "number") return NUMBERS[this.choice % NUMBERS.length] ?? 0;
    return typeof value === "string" ? (TEXTS[this.choice] ?? "") : value;
  }
}

import { type Row, TEXTS } from "./schema-row.ts";

const HASH = "0123456789abcdef".repeat(4);

/** Fields of keys. */
export const KEY_ROWS: readonly Row[] = [
  {
    field: "keys",
    at: (value) => `keys: ${value}`,
    right: [
      "[]",
      "[{ name: a b, key: k }]",
      `[{ name: a, sha256: ${HASH}, concurrency: 2 }]`,
      `[{ name: a, key: '\${KEY}' }]`,
    ],
    wrong: [
      "{}",
      "[{ name: a }]",
      "[{ key: k }]",
      `[{ name: a, key: k, sha256: ${HASH} }]`,
      "[{ name: a, sha256: x }]",
      "[{ name: 'a[0]', key: k }]",
      "[{ name: a, key: k, concurrency: -1 }]",
      "[{ name: a, key: k, more: 1 }]",
    ],
  },
  { field: "keyFile", at: (value) => `keyFile: ${value}`, ...TEXTS },
  ...(["rpm", "tpm"] as const).map((field) => ({
    field,
    at: (value: string) => `keys: [{ name: a, key: k, ${field}: ${value} }]`,
    right: ["1", "500", `'\${PORT}'`],
    wrong: ["0", "-1", "1.5", "many", "'5'", "true", "null"],
  })),
  {
    field: "models",
    at: (value) => `keys: [{ name: a, key: k, models: ${value} }]`,
    right: ["[]", "[a]", "['claude-*', gpt-5.6]"],
    wrong: ["a", "[1]", "['']", "null"],
  },
  {
    field: "budget",
    at: (value) => `keys: [{ name: a, key: k, budget: ${value} }]`,
    right: ["{ amount: 20, per: month }", "{ amount: 0.5, per: day }"],
    wrong: [
      "20",
      "{}",
      "{ amount: 0, per: day }",
      "{ amount: 1, per: year }",
      "{ amount: 1 }",
      "{ amount: '1', per: day }",
    ],
  },
  {
    field: "expires",
    at: (value) => `keys: [{ name: a, key: k, expires: ${value} }]`,
    right: ["2027-01-01", "'2027-01-01T12:00:00Z'", "'2027-01-01T12:00:00.5+02:00'"],
    wrong: ["soon", "2027", "2027-13-01", "'2027-01-01 12:00'", "null"],
  },
  {
    field: "admin",
    at: (value) => `keys: [{ name: a, key: k, admin: ${value} }]`,
    right: ["true", "false"],
    wrong: ["1", "'yes'"],
  },
];

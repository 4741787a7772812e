import type { Command } from "./command.ts";
import { output } from "./output.ts";

const ABOUT = `Adds and removes the keys that clients of the gateway send. They are in a file beside the
config (toolglot.keys.json, or keyFile in the config), or in Redis if the config has state.keys, as
hashes only: a new key is printed once. A gateway that runs takes every change within a second. Keys that are written in the config itself are
listed too, and changed there.`;

export const keys: Command = {
  name: "keys",
  summary: "add, list, rotate and revoke the keys of the gateway's clients",
  usage: "keys add|list|show|rotate|revoke [NAME] [--models LIST] [--rpm N] [--tpm N] [--budget 20/month] [--json]",
  about: ABOUT,
  subcommands: [
    { name: "add", arguments: ["NAME"], summary: "make a key, print it, and keep its hash" },
    { name: "list", arguments: [], summary: "list the keys and what they may use" },
    { name: "show", arguments: ["NAME"], summary: "show one of them" },
    { name: "rotate", arguments: ["NAME"], summary: "replace the key itself, and print the new one" },
    { name: "revoke", arguments: ["NAME"], summary: "remove a key" },
  ],
  examples: [
    "toolglot keys add alice --models 'claude-*' --rpm 60 --budget 20/month",
    "toolglot keys add ci --expires 2027-01-01 --json",
    "toolglot keys list",
    "toolglot keys rotate alice",
    "toolglot keys revoke alice",
  ],
  options: {
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    models: { value: "LIST", many: true, help: "for add: patterns of the models that it may use, with commas" },
    rpm: { value: "N", help: "for add: requests per minute" },
    tpm: { value: "N", help: "for add: tokens per minute" },
    concurrency: { value: "N", help: "for add: requests in flight" },
    budget: { value: "AMOUNT/PERIOD", help: "for add: dollars per day or month, as in 20/month" },
    expires: { value: "DATE", help: "for add and rotate: from when on it is refused, as in 2027-01-01" },
    admin: { help: "for add: it sees the traffic and the usage of all keys" },
    json: { help: "print the result as JSON" },
    ...output,
  },
  maxPositionals: 2,
  load: () => import("../keys/run.ts"),
};

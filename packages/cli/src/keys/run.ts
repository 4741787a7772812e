import { randomBytes } from "node:crypto";
import { type KeyEntry, sha256 } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure, UsageError, unknownValue } from "../failure.ts";
import { writeJson } from "../output/json.ts";
import { logNote, logWarning } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { checkEntry, entryNamed, reached, withKeys } from "./key-store.ts";
import { listKeys, showKey } from "./list.ts";
import { checkExpiry, checkSettings, hasExpired, readSettings } from "./settings.ts";

/** Runs `toolglot keys`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const [action = "list", name] = args.positionals;
  const code = ACTIONS[action];
  if (code === undefined) throw unknownValue("subcommand of keys", action, Object.keys(ACTIONS));
  checkSettings(args, action);
  if (action === "list" && name !== undefined) throw new UsageError(`unexpected argument: ${JSON.stringify(name)}`);
  if (action !== "list" && name === undefined) throw new UsageError(`no name given: toolglot keys ${action} NAME`);
  await code(name ?? "", args);
  return EXIT.ok;
}

const ACTIONS: Readonly<Record<string, (name: string, args: Arguments) => Promise<void>>> = {
  add,
  list: (_, args) => listKeys(args),
  show: showKey,
  rotate,
  revoke,
};

function add(name: string, args: Arguments): Promise<void> {
  return withKeys(args.get("config"), async ({ store, place, names }) => {
    const key = newKey();
    const entry = { name, sha256: await sha256(key), created: today(), ...readSettings(args) };
    await checkEntry(entry);
    checkExpiry(entry.expires);
    if (names.includes(name) || !(await reached(() => store.add(entry))))
      throw new CommandFailure(
        `there is a key named ${JSON.stringify(name)} already: toolglot keys rotate ${name} makes a new one for it`,
      );
    await printKey(entry, key, args);
    logNote(`${name} was added to ${place}; its key is shown only now. A gateway that runs knows it within a second.`);
  });
}

function rotate(name: string, args: Arguments): Promise<void> {
  return withKeys(args.get("config"), async (keys) => {
    const key = newKey();
    const { expires } = readSettings(args);
    const known = entryNamed(keys, name);
    const entry = {
      ...known,
      sha256: await sha256(key),
      created: today(),
      ...(expires === undefined ? {} : { expires }),
    };
    await checkEntry(entry);
    checkExpiry(expires);
    if (hasExpired(known) && expires === undefined) throw expiredKey(known);
    if (!(await reached(() => keys.store.replace(entry)))) throw revokedMeanwhile(name);
    await printKey(entry, key, args);
    logNote(`${name} has a new key, which is shown only now; the old one is refused within a second.`);
  });
}

function revoke(name: string, args: Arguments): Promise<void> {
  return withKeys(args.get("config"), async (keys) => {
    entryNamed(keys, name);
    if (!(await reached(() => keys.store.remove(name)))) throw revokedMeanwhile(name);
    if (args.has("json")) await writeJson(screen("stdout"), { revoked: name }, { isCompact: false });
    logNote(`${name} was revoked: gateways refuse it within a second.`);
    if (keys.names.length === 1) logWarning(keys.isShared ? NOBODY : EVERYBODY);
  });
}

const NOBODY = "no key is left: nobody can use the gateways until one is added";
const EVERYBODY =
  "no key is left: everybody on this machine may use the gateway, and it does not start on other addresses";

function expiredKey({ name, expires }: KeyEntry): CommandFailure {
  return new CommandFailure(
    `the key ${name} has expired (${expires}), and a new one would be refused as well: toolglot keys rotate ${name} --expires DATE gives it a later date`,
  );
}

function revokedMeanwhile(name: string): CommandFailure {
  return new CommandFailure(`the key ${name} was revoked meanwhile`);
}

async function printKey(entry: KeyEntry, key: string, args: Arguments): Promise<void> {
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, { ...entry, key }, { isCompact: false });
  else await stdout.write(`${key}\n`);
}

function newKey(): string {
  return `tg-${randomBytes(32).toString("base64url")}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

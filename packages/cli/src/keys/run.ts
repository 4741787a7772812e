import { randomBytes } from "node:crypto";
import { type KeyEntry, sha256 } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { Failure, UsageError } from "../failure.ts";
import { writeJson } from "../output/json.ts";
import { logNote, logWarning } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { entryNamed, openKeys, saveKeys } from "./key-store.ts";
import { listKeys, showKey } from "./list.ts";
import { readSettings } from "./settings.ts";

/** Runs `toolglot keys`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const [action = "list", name] = args.positionals;
  const code = ACTIONS[action];
  if (code === undefined)
    throw new UsageError(`unknown action ${JSON.stringify(action)}: use ${Object.keys(ACTIONS).join(", ")}`);
  if (action === "list" && name !== undefined) throw new UsageError(`unexpected argument: ${JSON.stringify(name)}`);
  if (action !== "list" && name === undefined) throw new UsageError(`no key given: toolglot keys ${action} NAME`);
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

async function add(name: string, args: Arguments): Promise<void> {
  const store = await openKeys(args.get("config"));
  if (store.names.includes(name)) throw new Failure(`there is a key named ${JSON.stringify(name)} already`);
  const key = newKey();
  const entry = { name, sha256: await sha256(key), created: today(), ...readSettings(args) };
  await saveKeys(store.path, [...store.entries, entry]);
  await printKey(entry, key, args);
  logNote(
    `${name} was added to ${store.path}; its key is shown only now. A gateway that runs knows it within a second.`,
  );
}

async function rotate(name: string, args: Arguments): Promise<void> {
  const store = await openKeys(args.get("config"));
  const old = entryNamed(store, name);
  const key = newKey();
  const entry = { ...old, sha256: await sha256(key), created: today() };
  await saveKeys(
    store.path,
    store.entries.map((each) => (each === old ? entry : each)),
  );
  await printKey(entry, key, args);
  logNote(`${name} has a new key, which is shown only now; the old one is refused from now on.`);
}

async function revoke(name: string, args: Arguments): Promise<void> {
  const store = await openKeys(args.get("config"));
  const entry = entryNamed(store, name);
  await saveKeys(
    store.path,
    store.entries.filter((each) => each !== entry),
  );
  if (args.has("json")) await writeJson(screen("stdout"), { revoked: name }, { isCompact: false });
  logNote(`${name} was revoked: gateways refuse it from now on.`);
  if (store.names.length === 1)
    logWarning(
      "no key is left: everybody on this machine may use the gateway, and it does not start on other addresses",
    );
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

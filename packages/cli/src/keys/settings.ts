import type { KeyEntry } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";

/** What the options of `toolglot keys add` say of the new key; `rotate` takes its expiry. */
export function readSettings(args: Arguments): Omit<KeyEntry, "name" | "sha256" | "created"> {
  const models = args.all("models").flatMap((text) => text.split(",").map((model) => model.trim()));
  const expires = args.get("expires");
  return {
    ...(models.length === 0 ? {} : { models }),
    ...numberOption(args, "rpm"),
    ...numberOption(args, "tpm"),
    ...numberOption(args, "concurrency"),
    ...budgetOption(args),
    ...(expires === undefined ? {} : { expires }),
    ...(args.has("admin") ? { admin: true } : {}),
  };
}

/** Refuses the options that a subcommand does not read: whoever gives them would believe in a limit that the key does not have. */
export function checkSettings(args: Arguments, action: string): void {
  for (const [name, actions] of Object.entries(SETTINGS))
    if (args.names.includes(name) && !actions.includes(action))
      throw new UsageError(`--${name} is for keys ${actions.join(" and ")}, not for keys ${action}`);
}

const ADD = ["add"];
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  models: ADD,
  rpm: ADD,
  tpm: ADD,
  concurrency: ADD,
  budget: ADD,
  expires: ["add", "rotate"],
  admin: ADD,
};

/** Whether a key is refused because of its date; it is a date that can be read. */
export function hasExpired({ expires }: Pick<KeyEntry, "expires">): boolean {
  return expires !== undefined && Date.parse(expires) <= Date.now();
}

/** Refuses a date from which on the new key would be refused already; it is a date that can be read. */
export function checkExpiry(expires: string | undefined): void {
  if (expires === undefined || !hasExpired({ expires })) return;
  const [understood, now] = [new Date(expires), new Date()].map((date) => date.toISOString().replace(".000Z", "Z"));
  throw new UsageError(
    `--expires ${JSON.stringify(expires)} is in the past: it means ${understood}, and it is ${now}; give a later date, or none for a key that does not expire`,
  );
}

function numberOption(args: Arguments, name: "rpm" | "tpm" | "concurrency"): Partial<Record<typeof name, number>> {
  const text = args.get(name);
  if (text === undefined) return {};
  if (!/^[1-9]\d*$/.test(text))
    throw new UsageError(`--${name} must be a whole number above 0, not ${JSON.stringify(text)}`);
  return { [name]: Number(text) };
}

function budgetOption(args: Arguments): Pick<KeyEntry, "budget"> {
  const text = args.get("budget");
  if (text === undefined) return {};
  const [, amount = "", per] = /^\$?(\d+(?:\.\d+)?)\/(day|month)$/.exec(text) ?? [];
  if (per !== "day" && per !== "month")
    throw new UsageError(`--budget must be dollars per day or month, as in 20/month, not ${JSON.stringify(text)}`);
  return { budget: { amount: Number(amount), per } };
}

import type { KeyEntry } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";

/** What the options of `toolglot keys add` say of the new key. */
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

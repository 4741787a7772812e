import type { ExchangeDetail } from "@toolglot/gateway";
import { source } from "../data/current.ts";
import { download } from "./download.ts";
import { tarOf } from "./tar.ts";

/** Saves the requests of an exchange as the folder of a Rosetta case: one meaning in two dialects, and the losses between them. */
export async function saveCase(detail: ExchangeDetail): Promise<void> {
  const files = await caseFiles(detail);
  download(`${detail.summary.id}.tar`, tarOf(files), "application/x-tar");
}

async function caseFiles({
  summary,
  bridge,
  request,
  attempts,
  losses,
}: ExchangeDetail): Promise<Record<string, string>> {
  const provider = attempts.at(-1)?.request;
  if (bridge === undefined || provider === undefined || !provider.kept || !request.kept)
    throw new Error("A case needs the bodies of both requests, which this exchange does not have");
  const { from, to, model } = bridge;
  const folder = `cases/requests/${summary.id.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  const lost = losses
    .filter(({ level }) => level !== undefined)
    .map(({ feature, path, action }) => ({ feature, path, action }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return {
    [`${folder}/case.json`]: indented({
      meaning: "State here in a sentence what this request means.",
      source: from,
      models: { [from]: summary.model, [to]: model },
    }),
    [`${folder}/${from}.json`]: await bodyOf(summary.id, request.name),
    ...(to === from ? {} : { [`${folder}/${to}.json`]: await bodyOf(summary.id, provider.name) }),
    [`${folder}/losses.json`]: indented({ [to]: lost }),
  };
}

/** The body as it was sent: to parse it would change numbers that no double can hold. */
async function bodyOf(id: string, name: string): Promise<string> {
  return `${new TextDecoder().decode(await source.body(id, name))}\n`;
}

function indented(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

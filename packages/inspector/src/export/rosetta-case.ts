import type { ExchangeDetail } from "@toolglot/gateway";
import { callCore } from "../core-worker/client.ts";
import { source } from "../data/current.ts";
import { download } from "./download.ts";
import { tarOf } from "./tar.ts";

/** Saves the client's request as the folder of a Rosetta case: one meaning in every dialect, and the losses between them. */
export async function saveCase(detail: ExchangeDetail): Promise<void> {
  const files = await caseFiles(detail);
  download(`${detail.summary.id}.tar`, tarOf(files), "application/x-tar");
}

async function caseFiles({ summary, request }: ExchangeDetail): Promise<Record<string, string>> {
  if (!request.kept) throw new Error("A case needs the body of the request, which this exchange does not have");
  const { id, client: from, model } = summary;
  // The body as it was sent: to parse it would change numbers that no double can hold.
  const text = new TextDecoder().decode(await source.body(id, request.name));
  const { files, losses } = await callCore("translateCase", { text, from, model });
  const models = Object.fromEntries([from, ...Object.keys(files)].map((dialect) => [dialect, model]));
  const folder = `cases/requests/${id.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  const named = Object.entries(files).map(([dialect, file]) => [`${folder}/${dialect}.json`, file] as const);
  return {
    [`${folder}/case.json`]: indented({
      meaning: "State here in a sentence what this request means.",
      source: from,
      models,
    }),
    [`${folder}/${from}.json`]: `${text}\n`,
    ...Object.fromEntries(named),
    [`${folder}/losses.json`]: indented(losses),
  };
}

function indented(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

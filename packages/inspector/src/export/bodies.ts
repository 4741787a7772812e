import type { BodyInfo, ExchangeDetail, ExportedExchange } from "@toolglot/gateway";
import { source } from "../data/current.ts";

/** All bodies of an exchange that are kept, by their names. */
export async function bodiesIn(detail: ExchangeDetail): Promise<ExportedExchange["bodies"]> {
  const infos = [
    detail.request,
    detail.response,
    ...detail.attempts.flatMap(({ request, response }) => [request, response]),
  ];
  const kept = infos.filter((info): info is NonNullable<typeof info> => info?.kept === true);
  const entries = await Promise.all(
    kept.map(async ({ name }: BodyInfo) => [name, textOrBase64(await source.body(detail.summary.id, name))] as const),
  );
  return Object.fromEntries(entries);
}

function textOrBase64(bytes: ArrayBuffer): string | { base64: string } {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { base64: base64Of(new Uint8Array(bytes)) };
  }
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

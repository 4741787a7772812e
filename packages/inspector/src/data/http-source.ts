import type { ExchangeDetail, ExchangeList, ModelList, StartInfo } from "@toolglot/gateway";
import { gatewayKey, isKeyWanted } from "../state/key.ts";
import { type ExchangeSource, SourceError } from "./source.ts";

const BASE = "/_inspector";
const PAGE_SIZE = 500;

/** The exchanges of the gateway that serves this page. */
export const httpSource: ExchangeSource = {
  isLive: true,
  list: (before) =>
    json<ExchangeList>(`/exchanges?limit=${PAGE_SIZE}${before === undefined ? "" : `&before=${before}`}`),
  detail: (id) => json<ExchangeDetail>(`/exchanges/${encodeURIComponent(id)}`),
  body: async (id, name) => (await request(`/exchanges/${encodeURIComponent(id)}/bodies/${name}`)).arrayBuffer(),
  start: () => json<StartInfo>("/start"),
  models: () => json<ModelList>("/models"),
  replay: async (id, body) => {
    const path = `/exchanges/${encodeURIComponent(id)}/replay`;
    return (await json<{ id: string }>(path, { method: "POST", body: JSON.stringify(body) })).id;
  },
  importLines: async (body) => (await json<{ ids: readonly string[] }>("/import", { method: "POST", body })).ids,
  forgetAll: async () => {
    await request("/exchanges", { method: "DELETE" });
  },
};

/** Requests a path of the inspector's API with the reader's key; what the gateway refuses is thrown with its message. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(BASE + path, { ...init, headers: { ...init.headers, ...keyHeader() } }).catch(() => {
    throw new SourceError("The gateway cannot be reached. Is it still running?");
  });
  if (response.ok) return response;
  if (response.status === 401) isKeyWanted.value = true;
  throw new SourceError(await messageOf(response), response.status);
}

async function json<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = init.body === undefined ? {} : { "content-type": "application/json" };
  return (await request(path, { ...init, headers })).json() as Promise<T>;
}

function keyHeader(): Record<string, string> {
  return gatewayKey.value === "" ? {} : { "x-toolglot-key": gatewayKey.value };
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } };
    return error?.message ?? `The gateway answered ${response.status}`;
  } catch {
    return `The gateway answered ${response.status}`;
  }
}

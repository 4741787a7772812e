// The turns before a request that only names the response that it continues. Codex sends such requests over its WebSocket, whose
// responses are stored nowhere else: without these turns, none of them could be sent again.

import type { Json, JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import type { StoredState } from "../bindings/binding.ts";
import { decodeText } from "../bytes.ts";
import { outputItems } from "../responses-state/items.ts";
import { ResponseCapture } from "../responses-state/response-capture.ts";
import { statefulDialect } from "../responses-state/stores-responses.ts";

/** Reads a body of an exchange; `undefined` if it is not kept. */
export type ReadBody = (name: string) => Promise<Uint8Array | undefined>;

/** A request with the items of the exchanges that it continues, the latest of which come first; as it is if one of them is not there. */
export async function withEarlierTurns(
  request: JsonObject,
  dialect: string,
  earlier: readonly ReadBody[],
): Promise<JsonObject> {
  const state = statefulDialect(dialect)?.state;
  if (state === undefined) return request;
  const { [state.previousField]: previous, ...rest } = request;
  const items: Json[] = [];
  let wanted = previous;
  for (const read of earlier) {
    if (typeof wanted !== "string") break;
    const turn = await readTurn(wanted, state, read);
    if (turn === undefined) continue;
    items.unshift(...turn.items);
    wanted = turn.previous;
  }
  const isWhole = typeof previous === "string" && typeof wanted !== "string";
  return isWhole ? { ...rest, input: [...items, ...state.inputItems(request.input)] } : request;
}

interface Turn {
  readonly items: readonly Json[];
  readonly previous: Json | undefined;
}

/** What an exchange has said, if its response has that id. */
async function readTurn(id: string, state: StoredState, read: ReadBody): Promise<Turn | undefined> {
  const said = decodeText((await read("client-response")) ?? NOTHING);
  if (!said.includes(id)) return undefined;
  const capture = new ResponseCapture(!said.startsWith("{"), state);
  capture.push(said);
  const response = capture.response();
  if (response?.id !== id) return undefined;
  const request = jsonIn(decodeText((await read("client-request")) ?? NOTHING));
  if (!isObject(request ?? null)) return undefined;
  const { [state.previousField]: previous, input } = request as JsonObject;
  return { items: [...state.inputItems(input), ...outputItems(response, state)], previous };
}

const NOTHING = new Uint8Array(0);

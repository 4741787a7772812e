import { Ledger } from "../ledger.ts";
import type { CanonicalResponse } from "../model/response.ts";
import { Report } from "../report.ts";
import type { Alignment, ResponsePair } from "./alignment.ts";
import { errorRows, isErrorBody } from "./errors.ts";
import type { AlignNode } from "./node.ts";
import { createRecordedBridge } from "./recorded-bridge.ts";
import { candidateNodes, envelopeNodes, usageNodes } from "./response-nodes.ts";
import { alignGroups, type NodeGroup } from "./rows.ts";

/**
 * Aligns a provider's response with the one that the client got, node by node. The responses of streams are aligned after
 * `assembleStream`.
 *
 * @example
 * alignResponses({ from: "gemini", to: "ollama", provider: { message: { role: "assistant", content: "Hi" } }, client: { candidates: [{ content: { parts: [{ text: "Hi" }] } }] } }).rows[0]?.right?.pointer;
 * // "/candidates/0/content/parts/0"
 */
export function alignResponses(pair: ResponsePair): Alignment {
  const { provider: left, client: right, request: clientRequest, losses: given, ...options } = pair;
  const { bridge, client, response } = createRecordedBridge(options);
  if (clientRequest !== undefined) bridge.request(clientRequest);
  if (isErrorBody(left) || isErrorBody(right))
    return { rows: errorRows(left, right), losses: given ?? [], changes: [] };
  const translated = bridge.response(left);
  const { changes } = translated;
  const losses = given ?? translated.losses;
  const { decoded, encoded = decoded } = response;
  if (decoded === undefined || encoded === undefined || translated.status !== undefined)
    return { rows: errorRows(left, right), losses, changes };
  const received = client.response.decode(right, new Report(new Ledger(options), "to_canonical"));
  const groups = NODES.map((nodesOf): NodeGroup => {
    return { left: nodesOf(decoded), sent: nodesOf(encoded), right: nodesOf(received) };
  });
  // A client that streams without asking for token counts gets none.
  if (received.usage === undefined) groups[USAGE] = { left: [], sent: [], right: [] };
  return { rows: alignGroups(groups, { left, right }, { losses, changes }), losses, changes };
}

const NODES: readonly ((response: CanonicalResponse) => AlignNode[])[] = [candidateNodes, usageNodes, envelopeNodes];
const USAGE = NODES.indexOf(usageNodes);

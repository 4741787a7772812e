// How two bodies are aligned. Both are decoded with the codecs of their own dialects, whose canonical nodes know their places in
// the body. In between stands what the translation handed to the encoder: it still has the places of the left body, and already the
// names, ids, arguments and order of the right one, so that twins have equal values, and equal values find twins.
//
// The encoders could say where they write each node instead, and nothing would have to be found. But hundreds of places would have to
// say it on the fast path of every request, for a page that is looked at now and then; and what went over the wire need not be what
// translating again gives: a gateway puts reasoning back, and a recording may be older than the program that shows it.
import { Ledger } from "../ledger.ts";
import { copyRequest } from "../mapping/nodes/request.ts";
import type { Change } from "../model/loss.ts";
import type { Message } from "../model/message.ts";
import type { CanonicalRequest } from "../model/request.ts";
import { Report } from "../report.ts";
import { finish } from "../steps.ts";
import type { Alignment, RequestPair } from "./alignment.ts";
import { createRecordedBridge } from "./recorded-bridge.ts";
import { choiceNodes, conversationNodes, settingNodes, toolNodes } from "./request-nodes.ts";
import { alignGroups, type NodeGroup } from "./rows.ts";

/**
 * Aligns a client's request with the one that its provider got, node by node.
 *
 * @example
 * alignRequests({ from: "anthropic", to: "gemini", client: { max_tokens: 9, messages: [] }, provider: { generationConfig: { maxOutputTokens: 9 }, contents: [] } }).rows[0]?.right;
 * // { pointer: "/generationConfig/maxOutputTokens", value: 9 }
 */
export function alignRequests({ client: left, provider: right, losses: given, ...options }: RequestPair): Alignment {
  const { bridge, provider, request } = createRecordedBridge(options);
  const translated = bridge.request(left);
  const { changes } = translated;
  const losses = given ?? translated.losses;
  const { decoded, encoded = decoded } = request;
  if (decoded === undefined || encoded === undefined) return { rows: [], losses, changes };
  const received = finish(provider.request.decode(right, silentReport(options)));
  const shown = withoutDeclarations(decoded, changes);
  const groups = NODES.map(
    (nodesOf): NodeGroup => ({ left: nodesOf(shown), sent: nodesOf(encoded), right: nodesOf(received) }),
  );
  return { rows: alignGroups(groups, { left, right }, { losses, changes }), losses, changes };
}

const NODES: readonly ((request: CanonicalRequest) => ReturnType<typeof settingNodes>)[] = [
  conversationNodes,
  choiceNodes,
  toolNodes,
  settingNodes,
];

// An item that only declares tools is shown as its tools.
function withoutDeclarations(request: CanonicalRequest, changes: readonly Change[]): CanonicalRequest {
  const items = new Set(changes.filter(({ rule }) => rule === "tools-item").map(({ path }) => path));
  if (items.size === 0) return request;
  const isShown = ({ parts }: Message) => !parts.some(({ origin }) => items.has(origin?.place.pointer ?? ""));
  return copyRequest(request, { messages: request.messages.filter(isShown) });
}

// What is decoded to look at it loses nothing.
function silentReport({ from, to }: { readonly from: string; readonly to: string }): Report {
  return new Report(new Ledger({ from, to }), "to_canonical");
}

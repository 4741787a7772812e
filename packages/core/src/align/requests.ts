import { Ledger } from "../ledger.ts";
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
  const groups = NODES.map(
    (nodesOf): NodeGroup => ({ left: nodesOf(decoded), sent: nodesOf(encoded), right: nodesOf(received) }),
  );
  return { rows: alignGroups(groups, { left, right }, { losses, changes }), losses, changes };
}

const NODES: readonly ((request: CanonicalRequest) => ReturnType<typeof settingNodes>)[] = [
  conversationNodes,
  choiceNodes,
  toolNodes,
  settingNodes,
];

// What is decoded to look at it loses nothing.
function silentReport({ from, to }: { readonly from: string; readonly to: string }): Report {
  return new Report(new Ledger({ from, to }), "to_canonical");
}

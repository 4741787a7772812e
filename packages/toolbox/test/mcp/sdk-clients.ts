import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

/** How a client reaches a server: by its address, or by starting it. */
export type Reach = { readonly url: string } | { readonly command: string; readonly args: string[] };

/** What all official clients can do, under the same names. */
export interface SdkClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: object; outputSchema?: object | undefined }[] }>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: { signal?: AbortSignal; onprogress?: (progress: { message?: string | undefined }) => void },
  ): Promise<CallResult>;
  /** The revision that both sides agreed on. */
  readonly revision: string | undefined;
  readonly pid: number | null;
  onToolsChanged(listener: () => void): void;
  close(): Promise<void>;
}

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** The official clients, each with the revision that it ends up with. */
export const CLIENTS: Readonly<Record<string, (reach: Reach) => Promise<SdkClient>>> = {
  "SDK v2, 2026-07-28": (reach) => v2(reach, { pin: "2026-07-28" }),
  "SDK v2 that negotiates": (reach) => v2(reach, "auto"),
  "SDK v2, 2025-11-25": (reach) => v2(reach, "legacy"),
  "SDK v1": v1,
};

const INFO = { name: "test", version: "1" };

async function v2(reach: Reach, mode: "auto" | "legacy" | { pin: string }): Promise<SdkClient> {
  const listeners: (() => void)[] = [];
  const onChanged = () => listeners.forEach((listener) => void listener());
  const client = new ClientV2(INFO, {
    versionNegotiation: { mode },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
  });
  const transport = "url" in reach ? new HttpV2(new URL(reach.url)) : new StdioV2({ ...reach, stderr: "ignore" });
  await client.connect(transport);
  return {
    listTools: () => client.listTools(undefined, { cacheMode: "refresh" }),
    callTool: (params, options) => client.callTool(params, options as never) as Promise<CallResult>,
    revision: client.getNegotiatedProtocolVersion(),
    pid: transport instanceof StdioV2 ? transport.pid : null,
    onToolsChanged: (listener) => listeners.push(listener),
    close: () => client.close(),
  };
}

async function v1(reach: Reach): Promise<SdkClient> {
  const client = new ClientV1(INFO);
  const transport = "url" in reach ? new HttpV1(new URL(reach.url)) : new StdioV1({ ...reach, stderr: "ignore" });
  let revision: string | undefined;
  // The client exposes the revision only to its transport.
  const kept = transport as { setProtocolVersion?: (version: string) => void };
  const tell = kept.setProtocolVersion?.bind(transport);
  kept.setProtocolVersion = (version) => {
    revision = version;
    tell?.(version);
  };
  await client.connect(transport as never);
  return {
    listTools: () => client.listTools(),
    callTool: (params, options) => client.callTool(params, undefined, options as never) as Promise<CallResult>,
    revision,
    pid: transport instanceof StdioV1 ? transport.pid : null,
    onToolsChanged: (listener) => client.setNotificationHandler(ToolListChangedNotificationSchema, listener),
    close: () => client.close(),
  };
}

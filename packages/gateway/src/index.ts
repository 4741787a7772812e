export type { ClientKey, Config, Provider, Route, ServerSettings, Target } from "./config/config.ts";
export { Gateway, type GatewayOptions } from "./gateway.ts";
export type { Log, LogRecord, NoticeRecord, RequestRecord } from "./log.ts";
export { type Served, ServeError, type ServeOptions, serve } from "./serve.ts";
export { MemoryStore } from "./store/memory.ts";
export type { ResponseStore, StoredResponse } from "./store/store.ts";
export type { HeaderMap, Incoming, Reply, Send, UpstreamCall, UpstreamRequest, UpstreamSink } from "./transport.ts";
export { type ListenOptions, listen, type NodeServer } from "./transports/node.ts";
export { nodeSend } from "./transports/node-send.ts";

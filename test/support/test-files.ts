/** Every test file. */
export const ALL: readonly string[] = ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"];

/** Whatever looks at the whole corpus, at every byte or at every pair: `npm test` runs a part of it (`extent.ts`), `npm run test:laws` all. */
export const SWEEPS: readonly string[] = [
  "test/laws/{law-*,refused,rules}.test.ts",
  "test/faults/{cut-short,stream-bytes}.test.ts",
  "test/{agent-examples,contributing,json-schema-suite,prompt-cache,rosetta,rosetta-conversations,tool-search}.test.ts",
  "test/specs/specs.test.ts",
  "test/conversations/{accepted,arguments,chunking,events,frame-templates,identity,item-identity,loss-paths,no-lost-text,no-silent-loss*}.test.ts",
  "test/conversations/{one-pass,reasoning-fields,stream-lengths,twins,whole-streams}.test.ts",
  "test/properties/*.test.ts",
  "packages/core/test/{body-reader,compact-body,new-field}.test.ts",
  "packages/core/test/json/*.test.ts",
  "packages/core/test/stream/{event-stream,frame-template,json-array,ndjson,partial-json,sse,text}.test.ts",
  "packages/core/test/accept/{hostile,recorded}.test.ts",
  "packages/core/test/tool-codecs/round-trip.test.ts",
  "packages/core/test/dialects/{chat-family,*/recorded,openai-responses/client-streams}.test.ts",
  "packages/core/test/conversation/{restored-reasoning,steps}.test.ts",
  "packages/gateway/test/faults/upstream/{bytes,calls,connect,endings,fallback,http-framing,many-events,matrix,retry,statuses,time,whole-stream}.test.ts",
  "packages/gateway/test/matrix/{content,dropped-reasoning,errors,models,reasoning,responses,tools}.test.ts",
  "packages/gateway/test/lifecycle/many-streams.test.ts",
  "packages/gateway/test/repeated/repeated-exchanges.test.ts",
  "packages/gateway/test/websocket/fault-table.test.ts",
  "packages/gateway/test/{config/schema,inspector/canaries,inspector/limits,providers/key-pool,sim/faults,sim/model-rules,usage/crashes}.test.ts",
  "packages/gateway/test/clients/{addresses,bodies,half-closed}.test.ts",
  "packages/gateway/test/security/{auth,headers,hosts,limits,redact,secrets,tenants,tools}.test.ts",
  "packages/cli/test/{ask,ask-faults,mcp/stdio,spawned}.test.ts",
  "packages/inspector/test/{large,playground,states,views}.test.ts",
];

/** Sweeps that measure the memory and the handles of their process. */
export const LONE_SWEEPS: readonly string[] = [
  "packages/gateway/test/lifecycle/soak.test.ts",
  "packages/gateway/test/clients/backpressure.test.ts",
];

/** These measure the memory or the handles of their process, and have it to themselves. */
export const ALONE: readonly string[] = [...LONE_SWEEPS, "packages/toolbox/test/run/{process,stress}.test.ts"];

/** Files that start programs and browsers, or wait, one test after the other: they take longest, and would be the last to end. */
export const LONGEST: readonly string[] = [
  "packages/cli/test/mcp/stdio.test.ts",
  "packages/cli/test/ask-terminal.test.ts",
  "packages/cli/test/ask.test.ts",
  "packages/cli/test/run.test.ts",
  "packages/cli/test/serve.test.ts",
  "packages/cli/test/spawned.test.ts",
  "packages/cli/test/process.test.ts",
  "packages/gateway/test/faults/upstream/sockets.test.ts",
  "packages/gateway/test/clients/bodies.test.ts",
  "packages/inspector/test/views.test.ts",
  "packages/inspector/test/playground.test.ts",
  "packages/inspector/test/exchange.test.ts",
  "packages/inspector/test/access.test.ts",
  "test/agent-examples.test.ts",
  "test/deploy/release.test.ts",
];

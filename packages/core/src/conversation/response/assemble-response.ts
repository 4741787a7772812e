// The feature `assembly`: a stream as one whole response, for servers that stream although they were asked not to.

import { Ledger } from "../../ledger.ts";
import { copyResponse } from "../../mapping/nodes/response.ts";
import type { Dialect, StreamReader } from "../../model/dialect.ts";
import { Report } from "../../report.ts";
import { eventReader } from "../../stream/events.ts";
import { StreamError } from "../../stream/framing.ts";
import { ndjsonReader } from "../../stream/ndjson.ts";
import type { AnswerTranslation } from "../bridge-types.ts";
import { unwrapCallsInStream } from "../calls/unwrap-calls.ts";
import type { Conversation } from "../conversation.ts";
import type { Assembly } from "../features.ts";
import { recordedReasoning } from "../reasoning/conversation-reasoning.ts";
import { Sequencer } from "../stream/sequencer.ts";
import { ResponseAssembler } from "./response-assembler.ts";
import { responseContext } from "./response-context.ts";
import { ResponseTranslator } from "./response-translator.ts";
import { translatorContext } from "./translator-context.ts";

/** Makes one response of a whole stream, for `bridge.assemble`. */
export const assembly: Assembly = { feature: "assembly", assemble: assembleResponse };

/** Translates a provider's whole stream into one response of the client's. */
function assembleResponse(text: string, conversation: Conversation): AnswerTranslation {
  const { client, options, dialects, fast } = conversation;
  const ledger = new Ledger({ from: dialects.to, to: dialects.from }, { fast });
  const report = new Report(ledger, "from_canonical");
  const assembler = assembleFrames(text, conversation, report);
  const { failure } = assembler;
  if (failure !== undefined)
    return { ...client.errors.encode(failure), losses: ledger.losses(), changes: [], usage: failure.usage };
  const response = assembler.response();
  if (response === undefined)
    throw new StreamError("truncated", "the provider's stream ended before its answer was complete");
  const answered = copyResponse(response, response.candidates, options.clientModel);
  const value = client.response.encode(answered, report, responseContext(conversation, null));
  const reasoning = recordedReasoning(response.candidates[0]?.parts, conversation);
  return {
    value,
    losses: ledger.losses(),
    changes: ledger.changes(),
    usage: response.usage,
    tier: response.usedTier,
    ...reasoning,
  };
}

function assembleFrames(text: string, conversation: Conversation, report: Report): ResponseAssembler {
  const { provider } = conversation;
  const context = translatorContext(conversation);
  const assembler = new ResponseAssembler();
  const sequencer = new Sequencer(new ResponseTranslator(context, report), (event) => assembler.take(event));
  const translate = unwrapCallsInStream(context, report, (event) => sequencer.take(event));
  const reader = provider.stream.decode(translate, new Report(report.ledger, "to_canonical"));
  readFrames(text, provider, reader, assembler);
  return assembler;
}

function readFrames(text: string, { profile }: Dialect, reader: StreamReader, assembler: ResponseAssembler): void {
  const makeReader = profile.conversation.framing === "sse" ? eventReader : ndjsonReader;
  const frames = makeReader((data, event) => {
    if (!assembler.isOver) reader.read(data, event);
  });
  frames.read(text);
  frames.finish();
  if (!assembler.isOver) reader.end();
}

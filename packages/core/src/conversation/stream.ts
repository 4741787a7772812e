import { JsonError } from "../json/error.ts";
import type { Answering, ConversingDialect, StreamReader, StreamWriter } from "../model/dialect.ts";
import { ConversionError } from "../model/error.ts";
import type { StreamEvent } from "../model/event.ts";
import type { Failure } from "../model/failure.ts";
import type { Loss } from "../model/loss.ts";
import { type Ends, Ledger, Report } from "../report.ts";
import type { Framing } from "../stream/framing.ts";
import { StreamError } from "../stream/framing.ts";
import { ndjsonFraming } from "../stream/ndjson.ts";
import { sseFraming } from "../stream/sse.ts";
import { TextSource } from "../stream/text.ts";
import { Answer, type AnswerContext } from "./answer.ts";
import { Sequencer } from "./sequence.ts";

/** The two ends of a stream: bytes come from the provider and go to the client. */
export interface StreamBetween {
  readonly client: ConversingDialect;
  readonly provider: ConversingDialect;
  readonly ends: Ends;
}

/** What a stream's way to the client depends on. */
export interface StreamContext {
  readonly context: AnswerContext;
  readonly answering: Answering;
  /** What comes goes on as it is; only its end is looked after. */
  readonly passes: boolean;
}

/** A provider's bytes in, the client's bytes out, each as soon as it can be said. */
export class TranslatingStream {
  private readonly ledger: Ledger;
  private readonly framing: Framing;
  private readonly reader: StreamReader;
  private readonly writer: StreamWriter;
  private readonly source: TextSource | undefined;
  private out = "";
  private done = false;

  constructor({ client, provider, ends }: StreamBetween, { context, answering, passes }: StreamContext) {
    this.ledger = new Ledger({ from: ends.to, to: ends.from });
    const report = new Report(this.ledger, "from_canonical");
    this.writer = client.stream.encode(report, answering);
    const sequencer = new Sequencer(new Answer(context, report), (event) => this.write(event));
    const emit = passes ? (event: StreamEvent) => this.watch(event) : (event: StreamEvent) => sequencer.take(event);
    this.reader = provider.stream.decode(emit, new Report(this.ledger, "to_canonical"));
    const frames = provider.profile.conversation.framing === "sse" ? sseFraming : ndjsonFraming;
    this.framing = frames((data, event) => this.reader.read(data, event));
    this.source = passes ? new TextSource() : undefined;
  }

  get losses(): Loss[] {
    return this.ledger.losses();
  }

  push(chunk: Uint8Array | string): string {
    if (this.source === undefined) return this.take(() => this.framing.push(chunk));
    const text = this.source.push(chunk);
    return text + this.take(() => this.framing.push(text));
  }

  end(): string {
    const rest = this.source?.end() ?? "";
    const read = this.take(() => {
      if (rest !== "") this.framing.push(rest);
      this.framing.end();
      if (!this.done) this.reader.end();
    });
    return rest + read + (this.done ? "" : this.fail("the provider's stream ended before its answer was complete"));
  }

  fail(message: string): string {
    if (this.done) return "";
    this.write({ type: "failure", failure: { ...CUT, message } });
    return this.taken();
  }

  // Broken frames are the provider's fault, and the end of its answer: to go on would be to make one up.
  private take(work: () => void): string {
    try {
      if (!this.done) work();
    } catch (error) {
      if (!(error instanceof JsonError || error instanceof StreamError || error instanceof ConversionError))
        throw error;
      return this.taken() + this.fail(`the provider's stream cannot be read: ${error.message}`);
    }
    return this.taken();
  }

  private taken(): string {
    const { out } = this;
    this.out = "";
    return out;
  }

  private write(event: StreamEvent): void {
    this.watch(event);
    this.out += this.writer.write(event);
  }

  private watch({ type }: StreamEvent): void {
    if (type === "response-end" || type === "failure") this.done = true;
  }
}

const CUT: Failure = { kind: "server", status: 502, code: "upstream_truncated", message: "" };

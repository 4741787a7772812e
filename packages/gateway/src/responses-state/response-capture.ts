import type { JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import type { OutputCollector, StoredState } from "../bindings/binding.ts";
import { EventDataReader } from "../event-data.ts";

/** Captures the response that the client is sent: the body, or the last event of a stream, with the items of the others. */
export class ResponseCapture {
  private readonly isStream: boolean;
  private readonly state: StoredState;
  private readonly output: OutputCollector | undefined;
  private text = "";
  private readonly events = new EventDataReader((data) => this.onData(data));
  private last: JsonObject | undefined;

  constructor(isStream: boolean, state: StoredState) {
    this.isStream = isStream;
    this.state = state;
    this.output = state.collectOutput?.();
  }

  push(text: string): void {
    if (!this.isStream) this.text += text;
    else if (this.last === undefined) this.events.push(text);
  }

  /** Whether the body or the last event has come. */
  get isComplete(): boolean {
    return this.isStream ? this.last !== undefined : this.text !== "";
  }

  /** The response, if it was completed. A response in the background is `queued` or `in_progress` at first. */
  response(): JsonObject | undefined {
    if (this.isStream) this.events.end();
    const response = this.isStream ? this.last : jsonIn(this.text);
    if (!isObject(response)) return undefined;
    const { status = "completed" } = response;
    return this.state.finalStatuses.has(String(status)) ? response : undefined;
  }

  private onData(data: string): void {
    const { outputField, events } = this.state;
    // Of most streams only the last event counts, which is found without parsing the others.
    const value = this.output !== undefined || data.includes(`"${events.response}"`) ? jsonIn(data) : undefined;
    if (!isObject(value)) return;
    this.output?.add(value);
    const response = value[events.response];
    if (!events.last.test(String(value[events.type])) || !isObject(response ?? null)) return;
    this.last = { ...(response as JsonObject), ...(this.output && { [outputField]: this.output.output }) };
  }
}

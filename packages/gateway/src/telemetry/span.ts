/** A number that is no integer by its meaning, even where its value is one. */
export interface Double {
  readonly double: number;
}

export type AttributeValue = string | number | boolean | readonly string[] | Double;

/** Attributes that are `undefined` are left out. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** One operation of a trace, when it is over. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  /** The trace's `tracestate`. */
  readonly state?: string | undefined;
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly ended: number;
  readonly attributes: Attributes;
  /** Why the operation has failed, if it has. */
  readonly error?: string | undefined;
}

/** What says where a span is in its trace. */
export type SpanIds = Pick<Span, "traceId" | "spanId" | "parentSpanId" | "state">;

/** How frames are applied that are a text delta and nothing else. */
export interface DeltaTemplate {
  /** JSON Pointer to the text. */
  readonly text: string;
  /** JSON Pointer to a second copy of the text. */
  readonly mirror?: string | undefined;
  /** JSON Pointer to the id of what the text belongs to, which may change from frame to frame. */
  readonly id?: string | undefined;
  /** JSON Pointers to values that may differ and are ignored; one that ends with a slash covers all below it. */
  readonly ignored: readonly string[];
  /** Applies a frame with this text, and with this id where it has another than the frame that the template is of. */
  apply(text: string, id?: string): void;
  /** Reads from the JSON of the last frame what only its last value counts for. */
  applyLast?(json: string): void;
}

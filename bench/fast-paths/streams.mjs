// Which frames of streams are read by the template of the frame before, and which of the others by fast paths alone.
import { ProviderStream } from "../../packages/core/dist/conversation/stream/provider-stream.js";
import { FrameTemplateReader } from "../../packages/core/dist/fast/frame-template-reader.js";
import { createBridge } from "../../packages/core/dist/index.js";
import { clientOf } from "./clients.mjs";
import { Tally } from "./tally.mjs";
import { watchTables } from "./watch.mjs";

/**
 * By dialect: the frames, and how many of them were read by a template (`templates`), or were read and written without the tables
 * (`frames`, those by templates included).
 */
export function streamCoverage(streams) {
  const templates = new Tally();
  const frames = new Tally();
  const watch = watchFrames();
  for (const { dialect, stream } of streams) {
    watch.begin(({ byTemplate, reason, left }) => {
      templates.add(dialect, byTemplate, reason);
      frames.add(dialect, left.length === 0, `${reason}, ${left.join(", ")}`);
    });
    const translation = createBridge({ client: clientOf(dialect), provider: dialect }).stream();
    translation.push(stream);
    translation.end();
    watch.end();
  }
  watch.stop();
  // A bundle has classes of its own, of which nothing is counted.
  if (streams.length > 0 && frames.dialects.size === 0) throw new Error("the core is bundled: run npx tsc -b first");
  return { templates: templates.rows(), frames: frames.rows() };
}

// Methods are replaced, because a count in the code itself would cost time in every program that uses it.
function watchFrames() {
  const { read } = FrameTemplateReader.prototype;
  const { readFrame } = ProviderStream.prototype;
  const tables = watchTables();
  let tell;
  let before;
  FrameTemplateReader.prototype.read = function (text, from) {
    const end = read.call(this, text, from);
    if (end !== -1) tell({ byTemplate: true, reason: "a template", left: tables.take() });
    return end;
  };
  ProviderStream.prototype.readFrame = function (data, name) {
    tables.take();
    readFrame.call(this, data, name);
    const event = jsonIn(data);
    const found = peekDeltaTemplate(this.reader);
    const delta = found !== undefined && typeof valueAt(event, found.text) === "string" ? found : undefined;
    const reason = delta === undefined ? `no text: ${kindOf(event)}` : `text: ${differenceOf(before, event, delta)}`;
    before = delta === undefined ? undefined : event;
    tell({ byTemplate: false, reason, left: tables.take() });
  };
  return {
    begin(listener) {
      tell = listener;
      before = undefined;
    },
    // What is read at the end of the bytes is no frame, and counts only where it is left to the tables.
    end() {
      const left = tables.take();
      if (left.length > 0) tell({ byTemplate: false, reason: "no text: the end", left });
    },
    stop() {
      tables.stop();
      Object.assign(FrameTemplateReader.prototype, { read });
      Object.assign(ProviderStream.prototype, { readFrame });
    },
  };
}

// A reader tells it once a frame: it is kept for the stream, which asks next.
function peekDeltaTemplate(reader) {
  delete reader.deltaTemplate;
  const template = reader.deltaTemplate?.();
  if (reader.deltaTemplate !== undefined) reader.deltaTemplate = () => template;
  return template;
}

function differenceOf(before, event, { text, mirror }) {
  if (before === undefined) return FIRST;
  const differing = pointersOf(before, event, "").filter((pointer) => pointer !== text && pointer !== mirror);
  return differing.length === 0 ? "like the one before" : `differs in ${differing.toSorted().join(" ")}`;
}

/** The reason of a frame that a template is made from. */
export const FIRST = "the first after another kind";

/** The pointers of the values in which two JSON values differ. */
function pointersOf(one, other, at) {
  if (one === other) return [];
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return [at];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => pointersOf(one[key], other[key], `${at}/${key}`));
}

function valueAt(event, pointer) {
  return pointer
    .split("/")
    .slice(1)
    .reduce((value, key) => value?.[key], event);
}

/** What an event is, in the words of its dialect. */
function kindOf(event) {
  if (typeof event !== "object" || event === null) return "not an object";
  if (typeof event.type === "string") return event.type;
  const [choice] = event.choices ?? event.candidates ?? [];
  if (choice === undefined)
    return Object.keys(event).includes("usage") ? "usage" : Object.keys(event).toSorted().join(" ");
  const { delta, content, ...rest } = choice;
  const inner = delta ?? content?.parts?.[0] ?? {};
  const filled = Object.entries({ ...rest, ...inner }).filter(([key, value]) => key !== "index" && hasContent(value));
  return (
    filled
      .map(([key]) => key)
      .toSorted()
      .join(" ") || "nothing"
  );
}

function hasContent(value) {
  return value !== null && value !== "" && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function jsonIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    // An end mark, such as Chat Completions' `[DONE]`.
    return text;
  }
}

// Which frames of streams are read by the template of the frame before.
import { FrameTemplateReader } from "../../packages/core/dist/fast/frame-template-reader.js";
import { createBridge } from "../../packages/core/dist/index.js";
import { clientOf } from "./clients.mjs";
import { Tally } from "./tally.mjs";

/** By dialect: the frames, and how many of them, and of those with text, were read by a template. */
export function streamCoverage(streams) {
  const tally = new Tally();
  const watch = watchReader();
  for (const { dialect, stream } of streams) {
    watch.begin((taken, reason) => tally.add(dialect, taken, reason));
    const translation = createBridge({ client: clientOf(dialect), provider: dialect }).stream();
    translation.push(stream);
    translation.end();
  }
  watch.stop();
  // A bundle has classes of its own, of which nothing is counted.
  if (streams.length > 0 && tally.dialects.size === 0) throw new Error("the core is bundled: run npx tsc -b first");
  return tally.rows();
}

// Methods are replaced, because a count in the code itself would cost time in every program that uses it.
function watchReader() {
  const { read, learn } = FrameTemplateReader.prototype;
  let tell;
  let before;
  FrameTemplateReader.prototype.read = function (text, from) {
    const end = read.call(this, text, from);
    if (end !== -1) tell(true);
    return end;
  };
  FrameTemplateReader.prototype.learn = function (frame) {
    const event = jsonIn(frame.json);
    const found = this.reader.deltaTemplate?.();
    const delta = found !== undefined && typeof valueAt(event, found.text) === "string" ? found : undefined;
    tell(false, delta === undefined ? `no text: ${kindOf(event)}` : `text: ${differenceOf(before, event, delta)}`);
    before = delta === undefined ? undefined : event;
    learn.call(this, frame);
  };
  return {
    begin(listener) {
      tell = listener;
      before = undefined;
    },
    stop: () => Object.assign(FrameTemplateReader.prototype, { read, learn }),
  };
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

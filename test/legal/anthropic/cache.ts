import { isObject } from "../../support/json.ts";
import type { Place } from "../place.ts";

// A3: at most 4 breakpoints, the automatic one at the top included; never on thinking or on an empty text.
export function checkCacheControl(root: Place): void {
  const marks = [
    ...marksOf(root),
    ...root.at("tools").items().flatMap(marksOf),
    ...root.at("system").items().flatMap(marksOf),
    ...root.at("messages").items().flatMap(marksOfMessage),
  ];
  for (const mark of marks) checkMark(mark);
  const fifth = marks[4];
  fifth?.bad("cache-count", `a maximum of 4 blocks with cache_control may be provided, found ${marks.length}`);
}

function marksOfMessage(message: Place): Place[] {
  const blocks = message.at("content").items();
  for (const block of blocks) checkBearer(block);
  return blocks.flatMap((block) => [...marksOf(block), ...block.at("content").items().flatMap(marksOf)]);
}

function marksOf(place: Place): Place[] {
  const mark = place.at("cache_control");
  return mark.exists ? [mark] : [];
}

function checkMark(mark: Place): void {
  const right = isObject(mark.value) && mark.at("type").value === "ephemeral";
  mark.badIf(!right, "cache-control", "must be {type: ephemeral}");
  if (mark.at("ttl").exists) mark.at("ttl").oneOf(["5m", "1h"], "cache-control");
}

function checkBearer(block: Place): void {
  const [mark] = marksOf(block);
  const type = block.at("type").text;
  const thinks = type === "thinking" || type === "redacted_thinking";
  mark?.badIf(thinks, "cache-thinking", "cache_control cannot be set on thinking blocks");
  const empty = type === "text" && block.at("text").text === "";
  mark?.badIf(empty, "cache-empty", "cache_control cannot be set for empty text blocks");
}

import fc from "fast-check";
import { expect, it } from "vitest";
import { type CallDelta, CallTracker, type TrackedCall } from "../../src/dialects/chat/call-tracker.ts";

// Few indexes, ids and names, so that servers which repeat or leave out any of them are all in it.
const deltas: fc.Arbitrary<CallDelta[]> = fc.array(
  fc.record({
    index: fc.constantFrom(undefined, 0, 1, 2),
    id: fc.constantFrom("", "a", "b", "c"),
    name: fc.constantFrom("", "f", "g"),
    text: fc.constantFrom("", "{}", '{"x":', "1}"),
  }),
  { maxLength: 24 },
);

/** The call that a delta may belong to, found by looking at all calls. */
function candidate(calls: readonly TrackedCall[], { index, id, name }: CallDelta): TrackedCall | undefined {
  const withId = id === "" ? undefined : calls.findLast((call) => call.id === id);
  const last = calls.at(-1);
  if (index === undefined) return withId ?? (name === "" || (id === "" && name === last?.name) ? last : undefined);
  const sameIndex = calls.filter((call) => call.index === index);
  return sameIndex.findLast((call) => call.id === id) ?? sameIndex.at(-1) ?? (name === "" ? withId : undefined);
}

it("finds the call that a search through all calls would find", () => {
  fc.assert(
    fc.property(deltas, (stream) => {
      const tracker = new CallTracker();
      const calls: TrackedCall[] = [];
      for (const delta of stream) {
        const expected = candidate(calls, delta);
        const found = tracker.find(delta);
        if (found !== undefined) expect(found).toBe(expected);
        else if (delta.name === "") expect(expected).toBeUndefined();
        const call = found ?? tracker.open(delta, calls.length);
        if (found === undefined) calls.push(call);
        else if (call.id === "" && delta.id !== "") tracker.identify(call, delta.id);
        call.text += delta.text;
      }
    }),
    { numRuns: 2_000 },
  );
});

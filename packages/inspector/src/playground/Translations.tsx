import { useSignal } from "@preact/signals";
import { Chip } from "../ui/Chip.tsx";
import { EXAMPLES } from "./examples.ts";
import { changeInput, identified, input } from "./state.ts";
import { TargetCard } from "./TargetCard.tsx";

/** The input in every other dialect. */
export function Translations() {
  const view = useSignal<"rows" | "text">("rows");
  const found = identified.value;
  if (found === undefined) return <Empty />;
  if ("problem" in found) return <section class="playground-targets" aria-label="Translations" />;
  const first = found.targets.filter(({ id }) => id === input.value.to);
  const others = found.targets.filter(({ id }) => id !== input.value.to);
  return (
    <section class="playground-targets" aria-label="Translations">
      <div class="chips">
        <Chip isOn={view.value === "rows"} onClick={() => (view.value = "rows")}>
          side by side
        </Chip>
        <Chip isOn={view.value === "text"} onClick={() => (view.value = "text")}>
          translation
        </Chip>
      </div>
      <div class="target-cards">
        {[...first, ...others].map((target) => (
          <TargetCard key={target.id} target={target} from={found.from} view={view.value} />
        ))}
      </div>
    </section>
  );
}

function Empty() {
  return (
    <section class="playground-targets playground-empty" aria-label="Translations">
      <p>Nothing is pasted yet. To begin with:</p>
      <div class="chips">
        {EXAMPLES.map(({ name, text, profile }) => (
          <button key={name} type="button" class="button" onClick={() => changeInput({ text, profile })}>
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}

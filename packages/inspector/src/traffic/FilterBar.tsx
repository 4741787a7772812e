import { changeFilter, filter, knownKeys, knownModels, shownExchanges } from "../state/filter.ts";
import { heldChanges, isPaused, togglePause } from "../state/traffic.ts";
import { Chip } from "../ui/Chip.tsx";
import { Choice } from "../ui/Choice.tsx";
import { formatCount, plural } from "../ui/format.ts";
import { isOverviewShown } from "./overview-state.ts";

/** Narrows the list, and stops it. */
export function FilterBar() {
  const { text, model, key, status, hasLoss } = filter.value;
  return (
    <search class="filter-bar">
      <input
        id="filter"
        type="search"
        placeholder="filter: model, tool, text, session …  /"
        aria-label="Filter the traffic"
        value={text}
        onInput={({ currentTarget }) => changeFilter({ text: currentTarget.value })}
      />
      <div class="chips">
        <Chip isOn={hasLoss} onClick={() => changeFilter({ hasLoss: !hasLoss })}>
          lost something
        </Chip>
        <Chip isOn={status === "failed"} onClick={() => changeFilter({ status: status === "failed" ? "" : "failed" })}>
          errors
        </Chip>
        <Chip
          isOn={status === "running"}
          onClick={() => changeFilter({ status: status === "running" ? "" : "running" })}
        >
          running
        </Chip>
        <Choice
          label="Model"
          empty="all models"
          value={model}
          options={knownModels.value}
          onChange={(value) => changeFilter({ model: value })}
        />
        <Choice
          label="Key"
          empty="all keys"
          value={key}
          options={knownKeys.value}
          onChange={(value) => changeFilter({ key: value })}
        />
        <PauseButton />
        <span class="only-narrow">
          <Chip isOn={isOverviewShown.value} onClick={() => (isOverviewShown.value = !isOverviewShown.value)}>
            overview
          </Chip>
        </span>
      </div>
      <p class="filter-count" role="status">
        {isPaused.value && heldChanges.value > 0
          ? `paused, ${plural(heldChanges.value, "change")} since`
          : `${formatCount(shownExchanges.value.length)} ${shownExchanges.value.length === 1 ? "exchange" : "exchanges"}`}
      </p>
    </search>
  );
}

function PauseButton() {
  return (
    <Chip isOn={isPaused.value} onClick={togglePause} title="p">
      {isPaused.value ? "resume" : "pause"}
    </Chip>
  );
}

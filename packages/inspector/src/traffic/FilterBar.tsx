import { source } from "../data/current.ts";
import { changeFilter, filter, knownKeys, knownModels, shownExchanges } from "../state/filter.ts";
import { heldChanges, isPaused, togglePause } from "../state/traffic.ts";
import { Chip } from "../ui/Chip.tsx";
import { Dropdown } from "../ui/Dropdown.tsx";
import { plural } from "../ui/format.ts";
import { isOverviewShown } from "./overview-state.ts";

/** Narrows the list, and stops it. */
export function FilterBar() {
  return (
    <search class="filter-bar">
      <input
        id="filter"
        type="search"
        placeholder="filter: model, tool, text, session …  /"
        aria-label="Filter the traffic"
        value={filter.value.text}
        onInput={({ currentTarget }) => changeFilter({ text: currentTarget.value })}
      />
      <div class="chips">
        <StateChips />
        <ModelAndKey />
        {source.isLive ? <PauseButton /> : null}
        <OverviewButton />
      </div>
      <Count />
    </search>
  );
}

function StateChips() {
  const { status, hasLoss } = filter.value;
  const toggle = (state: "failed" | "running") => changeFilter({ status: status === state ? "" : state });
  return (
    <>
      <Chip isOn={hasLoss} onClick={() => changeFilter({ hasLoss: !hasLoss })}>
        lost something
      </Chip>
      <Chip isOn={status === "failed"} onClick={() => toggle("failed")}>
        errors
      </Chip>
      <Chip isOn={status === "running"} onClick={() => toggle("running")}>
        running
      </Chip>
    </>
  );
}

function ModelAndKey() {
  const { model, key } = filter.value;
  return (
    <>
      <Dropdown
        label="Model"
        empty="all models"
        value={model}
        options={knownModels.value}
        onChange={(value) => changeFilter({ model: value })}
      />
      <Dropdown
        label="Key"
        empty="all keys"
        value={key}
        options={knownKeys.value}
        onChange={(value) => changeFilter({ key: value })}
      />
    </>
  );
}

function PauseButton() {
  return (
    <Chip isOn={isPaused.value} onClick={togglePause} title="p">
      {isPaused.value ? "resume" : "pause"}
    </Chip>
  );
}

function OverviewButton() {
  return (
    <span class="only-narrow">
      <Chip isOn={isOverviewShown.value} onClick={() => (isOverviewShown.value = !isOverviewShown.value)}>
        overview
      </Chip>
    </span>
  );
}

function Count() {
  const isHeld = isPaused.value && heldChanges.value > 0;
  return (
    <p class="filter-count" role="status">
      {isHeld
        ? `paused, ${plural(heldChanges.value, "change")} since`
        : plural(shownExchanges.value.length, "exchange")}
    </p>
  );
}

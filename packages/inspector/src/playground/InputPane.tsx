import {
  type IdentifiedInput,
  type InputProblem,
  PLAYGROUND_KINDS,
  type PlaygroundKind,
} from "../core-worker/playground/views.ts";
import { Dropdown } from "../ui/Dropdown.tsx";
import { EXAMPLES } from "./examples.ts";
import { changeInput, identified, input, isTooLongForAddress } from "./state.ts";

/** Where a text is pasted, and what is known of it. */
export function InputPane() {
  return (
    <section class="playground-input" aria-label="Input">
      <h1>Playground</h1>
      <p class="muted">
        Paste tools, a request, a response or a stream of any dialect. It is translated in this page: nothing is sent
        anywhere.
      </p>
      <Choices />
      <textarea
        class="playground-text"
        aria-label="Tools, a request, a response or a stream"
        placeholder='{ "model": …, "messages": … }'
        spellcheck={false}
        value={input.value.text}
        onInput={({ currentTarget }) => changeInput({ text: currentTarget.value })}
      />
      <Status />
    </section>
  );
}

function Choices() {
  const { what = "", from = "", profile = "" } = input.value;
  const found = identified.value;
  const known = found !== undefined && !("problem" in found) ? found : undefined;
  const dialects = known === undefined ? DIALECTS : [known.from, ...known.targets.map(({ id }) => id)].sort();
  return (
    <div class="chips">
      <Dropdown
        label="Example"
        empty="Examples"
        value=""
        options={EXAMPLES.map(({ name }) => name)}
        onChange={(name) => {
          const example = EXAMPLES.find((each) => each.name === name);
          if (example !== undefined)
            changeInput({ text: example.text, what: undefined, from: undefined, profile: example.profile });
        }}
      />
      <Dropdown
        label="Kind of input"
        empty="any kind"
        value={what}
        options={PLAYGROUND_KINDS}
        onChange={(kind) => changeInput({ what: kind === "" ? undefined : (kind as PlaygroundKind) })}
      />
      <Dropdown
        label="Dialect of the input"
        empty="any dialect"
        value={from}
        options={dialects}
        onChange={(dialect) => changeInput({ from: dialect === "" ? undefined : dialect })}
      />
      <Dropdown
        label="Profile"
        empty="native profile"
        value={profile}
        options={known?.profiles ?? []}
        onChange={(name) => changeInput({ profile: name === "" ? undefined : name })}
      />
    </div>
  );
}

/** The dialects that an input may be in, before the core was asked. */
const DIALECTS = [
  ...["anthropic", "bedrock", "gemini", "gemini-interactions", "mcp", "ollama"],
  ...["openai-chat", "openai-responses", "openrouter"],
];

function Identified({ found }: { readonly found: IdentifiedInput | InputProblem }) {
  if ("problem" in found) return <span class="lost">{found.problem}</span>;
  return (
    <>
      <b>{found.what}</b> of <b>{found.from}</b>
    </>
  );
}

function Status() {
  const found = identified.value;
  return (
    <p class="playground-status" role="status">
      {found === undefined ? null : <Identified found={found} />}
      {isTooLongForAddress.value ? " Too long to stand in the address of this page." : null}
    </p>
  );
}

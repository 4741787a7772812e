import type { ExchangeDetail } from "@toolglot/gateway";
import { useEffect, useRef, useState } from "preact/hooks";
import { source } from "../../data/current.ts";
import { navigate } from "../../state/route.ts";
import { targetName } from "../../traffic/target.ts";

/** The profiles that the core has, from the most to the least faithful to a target's own defaults. */
const PROFILES = ["native", "strict", "strict-literal", "lenient", "conservative", "portable", "passthrough"];

/** Sends the client's request again, to another model or with another profile. */
export function ReplayDialog({ detail, onClose }: { readonly detail: ExchangeDetail; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [models, setModels] = useState<readonly string[]>([]);
  const [model, setModel] = useState(targetName(detail.summary) ?? detail.summary.model);
  const [profile, setProfile] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    dialog.current?.showModal();
    source.start().then(
      (start) => setModels(start.models),
      () => setModels([]),
    );
  }, []);
  const send = async () => {
    try {
      const id = await source.replay(detail.summary.id, { model, ...(profile === "" ? {} : { profile }) });
      onClose();
      navigate({ view: "exchange", id, tab: "messages" });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="replay-title" onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2 id="replay-title">Send again</h2>
        <p class="muted">
          The same request of the client, as a new exchange. The provider is asked, and may charge for it.
        </p>
        <label>
          Model
          <input
            list="replay-models"
            value={model}
            required
            onInput={({ currentTarget }) => setModel(currentTarget.value)}
          />
        </label>
        <datalist id="replay-models">
          {models.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <label>
          Profile
          <select value={profile} onChange={({ currentTarget }) => setProfile(currentTarget.value)}>
            <option value="">as configured</option>
            {PROFILES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <p role="status" class="lost">
          {problem}
        </p>
        <div class="actions">
          <button type="submit" class="button primary">
            Send
          </button>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}

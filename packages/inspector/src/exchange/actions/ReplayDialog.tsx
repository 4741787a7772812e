import type { ExchangeDetail } from "@toolglot/gateway";
import { useEffect, useRef } from "preact/hooks";
import { type Replay, useModels, useReplay } from "./use-replay.ts";

/** The profiles that the core has, from the most to the least faithful to a target's own defaults. */
const PROFILES = ["native", "strict", "strict-literal", "lenient", "conservative", "portable", "passthrough"];

interface Props {
  readonly detail: ExchangeDetail;
  readonly onClose: () => void;
}

/** Sends the client's request again, to another model or with another profile. */
export function ReplayDialog({ detail, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const replay = useReplay(detail, onClose);
  useEffect(() => dialog.current?.showModal(), []);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void replay.send();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="replay-title" onClose={onClose}>
      <form method="dialog" onSubmit={onSubmit}>
        <h2 id="replay-title">Send again</h2>
        <p class="muted">
          The same request of the client, as a new exchange. The provider is asked, and may charge for it.
        </p>
        <ModelField replay={replay} />
        <ProfileField replay={replay} />
        <p role="status" class="lost">
          {replay.problem}
        </p>
        <Buttons onCancel={onClose} />
      </form>
    </dialog>
  );
}

function ModelField({ replay: { model, setModel } }: { readonly replay: Replay }) {
  const models = useModels();
  return (
    <>
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
    </>
  );
}

function ProfileField({ replay: { profile, setProfile } }: { readonly replay: Replay }) {
  return (
    <label>
      Profile
      <select value={profile} onChange={({ currentTarget }) => setProfile(currentTarget.value)}>
        <option value="">as configured</option>
        {PROFILES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

function Buttons({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <div class="actions">
      <button type="submit" class="button primary">
        Send
      </button>
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

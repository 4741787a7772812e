import type { AttemptDetail, BodyInfo } from "@toolglot/gateway";
import { useEffect, useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import { source } from "../../data/current.ts";
import { Chip } from "../../ui/Chip.tsx";
import { formatBytes } from "../../ui/format.ts";
import { BodyText } from "../BodyText.tsx";
import { isStreamType } from "../stream-type.ts";

interface Props {
  readonly id: string;
  readonly attempt: AttemptDetail;
}

type Body = BodyInfo & { readonly headers: Readonly<Record<string, string>> };

/** What this attempt has sent and got; a body is loaded when it is opened. */
export function AttemptBodies({ id, attempt: { request, response } }: Props) {
  const [open, setOpen] = useState<string>();
  const bodies: readonly (readonly [title: string, body: Body])[] = [
    ["request", request],
    ...(response === undefined ? [] : [["response", response] as const]),
  ];
  const shown = bodies.find(([, { name }]) => name === open);
  return (
    <>
      <div class="chips">
        {bodies.map(([title, { name, bytes, kept }]) => (
          <Chip key={name} isOn={name === open} onClick={() => setOpen(name === open ? undefined : name)}>
            {title} <small>{kept ? formatBytes(bytes) : "not kept"}</small>
          </Chip>
        ))}
      </div>
      {shown === undefined ? null : <AttemptBody key={open} id={id} title={shown[0]} body={shown[1]} />}
    </>
  );
}

function AttemptBody({ id, title, body }: { readonly id: string; readonly title: string; readonly body: Body }) {
  const isStream = isStreamType(body.headers["content-type"]);
  const key = `${id} ${body.name}`;
  const [state, setState] = useState<"loading" | "open" | Error>("loading");
  useEffect(() => {
    if (!body.kept) return;
    const load = async () => {
      const bytes = await source.body(id, body.name);
      await callCore("openBody", { id: key, bytes }, [bytes]);
    };
    load().then(
      () => setState("open"),
      (error: Error) => setState(error),
    );
  }, [key]);
  if (!body.kept) return <p class="hint">This body was not kept.</p>;
  if (state !== "open") return <p class="hint">{state === "loading" ? "Reading the body…" : state.message}</p>;
  const place = { id: key, role: "providerRequest" as const, ...(isStream ? {} : { pointer: "" }) };
  return (
    <div class="attempt-body">
      <BodyText place={place} label={`The ${title} of this attempt`} />
    </div>
  );
}

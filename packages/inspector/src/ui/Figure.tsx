interface Props {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly tone?: "lost" | "changed" | undefined;
}

/** A number with its name. */
export function Figure({ label, value, note, tone }: Props) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd class={tone}>
        {value}
        {note === undefined || note === "" ? null : <small> {note}</small>}
      </dd>
    </div>
  );
}

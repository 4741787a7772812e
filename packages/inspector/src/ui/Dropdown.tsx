interface Props {
  readonly label: string;
  /** What it says while nothing is chosen. */
  readonly empty: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
}

/** One of several values, or none; not shown where there is nothing to choose. */
export function Dropdown({ label, empty, value, options, onChange }: Props) {
  if (options.length < 2 && value === "") return null;
  return (
    <select
      class="chip"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{empty}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

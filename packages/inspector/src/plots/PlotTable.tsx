import { useState } from "preact/hooks";
import type { PlotData } from "./plot-data.ts";

interface Props {
  readonly title: string;
  readonly data: PlotData;
  readonly format: (value: number) => string;
  readonly formatX: (value: number) => string;
  readonly isTime: boolean;
}

/** What a plot shows, for those who would rather read it or have it read to them. */
export function PlotTable(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="plot-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Table</summary>
      {isOpen ? <Table {...props} /> : null}
    </details>
  );
}

function Table({ title, data: { x, series }, format, formatX, isTime }: Props) {
  // A step has one more point than there are intervals.
  const places = x
    .slice(0, isTime ? -1 : undefined)
    .flatMap((value, index) => (series.some(({ values }) => (values[index] ?? 0) > 0) ? [{ value, index }] : []));
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{isTime ? "from" : "up to"}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {places.map(({ value, index }) => (
          <tr key={index}>
            <th scope="row">{formatX(value)}</th>
            {series.map(({ name, values }) => (
              <td key={name}>{format(values[index] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

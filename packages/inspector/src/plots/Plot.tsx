import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { theme } from "../state/theme.ts";
import { formatClock } from "../ui/format.ts";
import { PlotTable } from "./PlotTable.tsx";
import { hasValues, type PlotData } from "./plot-data.ts";

interface Props {
  readonly title: string;
  readonly data: PlotData;
  /** A value of the y axis as text. */
  readonly format: (value: number) => string;
  readonly formatX?: (value: number) => string;
  readonly isTime?: boolean;
  /** Whether only whole numbers make sense on the y axis. */
  readonly isCount?: boolean;
  /** What it says where there is nothing to plot. */
  readonly empty: string;
}

/** Taller where there is room: a plot has a part of the page's height. */
const SMALLEST_HEIGHT = 200;
const SHARE_OF_PAGE = 0.22;
/** The distances of whole numbers on an axis. */
const WHOLE = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].flatMap((power) => [power, 2 * power, 5 * power]);
const STEPS = uPlot.paths.stepped?.({ align: 1 });

/** Values as steps, with a legend that follows the pointer, and the same as a table. */
export function Plot({ title, empty, ...drawing }: Props) {
  const { data, format, isTime = false } = drawing;
  const formatX = drawing.formatX ?? (isTime ? timeFormatOf(data) : String);
  if (!hasValues(data))
    return (
      <figure class="plot">
        <figcaption>{title}</figcaption>
        <p class="plot-place plot-empty muted">{empty}</p>
      </figure>
    );
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <Canvas {...drawing} formatX={formatX} />
      <PlotTable title={title} data={data} format={format} formatX={formatX} isTime={isTime} />
    </figure>
  );
}

/** Times of the day as short as they can be told apart. */
function timeFormatOf({ x }: PlotData): (seconds: number) => string {
  const span = (x.at(-1) ?? 0) - (x[0] ?? 0);
  return (seconds) => formatClock(seconds * 1000, span);
}

interface CanvasProps extends Omit<Props, "title" | "empty"> {
  readonly formatX: (value: number) => string;
}

function Canvas({ data, format, formatX, isTime = false, isCount = false }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const shape = JSON.stringify([theme.value, data.series.map(({ name }) => name)]);
  useEffect(() => {
    if (place.current === null) return;
    const drawn = new uPlot(
      optionsOf(place.current, { data, format, formatX, isTime, isCount }),
      valuesOf(data),
      place.current,
    );
    plot.current = drawn;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) drawn.setSize({ width: entry.contentRect.width, height: heightOfPlot() });
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [shape]);
  useEffect(() => plot.current?.setData(valuesOf(data)), [data]);
  return <div ref={place} class="plot-place" />;
}

type Drawing = Pick<CanvasProps, "data" | "format" | "formatX" | "isTime" | "isCount">;

function optionsOf(place: HTMLElement, { data, format, formatX, isTime, isCount }: Drawing): uPlot.Options {
  const [line, text] = [colour(place, "--line"), colour(place, "--muted")];
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  const show = (_: uPlot, value: number | null) => (value == null ? "–" : formatX(value));
  const values = (_: uPlot, splits: number[]) => splits.map(formatX);
  return {
    width: place.clientWidth,
    height: heightOfPlot(),
    scales: {
      x: isTime ? { time: true } : { time: false },
      y: { range: (_, __, most) => [0, Math.max(most, 1e-9) * 1.1] },
    },
    cursor: { points: { show: false }, drag: { x: false, y: false } },
    axes: [
      { ...axis, size: 28, values, ...(isTime ? { space: 90 } : { incrs: [1, 2, 5] }) },
      { ...axis, size: 58, ...(isCount ? { incrs: WHOLE } : {}), values: (_, splits) => splits.map(format) },
    ],
    series: [
      { label: isTime ? "from" : "up to", value: show },
      ...data.series.map(({ name }, index) => ({
        label: name,
        stroke: colour(place, `--plot-${index + 1}`),
        fill: `color-mix(in srgb, ${colour(place, `--plot-${index + 1}`)} 14%, transparent)`,
        width: 1.5,
        points: { show: false },
        ...(STEPS === undefined ? {} : { paths: STEPS }),
        value: (_: uPlot, value: number | null) => (value == null ? "–" : format(value)),
      })),
    ],
  };
}

function heightOfPlot(): number {
  return Math.max(SMALLEST_HEIGHT, Math.round(innerHeight * SHARE_OF_PAGE));
}

function valuesOf({ x, series }: PlotData): uPlot.AlignedData {
  return [[...x], ...series.map(({ values }) => [...values])];
}

/** A colour of the style sheet as it is now, light or dark: a canvas cannot read variables. */
function colour(place: HTMLElement, name: string): string {
  place.style.color = `var(${name})`;
  const { color } = getComputedStyle(place);
  place.style.color = "";
  return color;
}

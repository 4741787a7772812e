/** Milliseconds: a number, or one with a unit as in `500ms`, `10s`, `2m`, `1h`; `undefined` if it is neither. */
export function milliseconds(value: string | number): number | undefined {
  return inUnits(value, DURATIONS);
}

/** Bytes: a number, or one with a unit as in `64KiB`, `32MiB`, `10MB`; `undefined` if it is neither. */
export function bytes(value: string | number): number | undefined {
  return inUnits(value, SIZES);
}

const DURATIONS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

const SIZES: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["B", 1],
  ["kB", 1000],
  ["KB", 1000],
  ["MB", 1000 ** 2],
  ["GB", 1000 ** 3],
  ["KiB", 1024],
  ["MiB", 1024 ** 2],
  ["GiB", 1024 ** 3],
]);

function inUnits(value: string | number, units: ReadonlyMap<string, number>): number | undefined {
  const amount = typeof value === "number" ? value : amountIn(value, units);
  const whole = Math.round(amount ?? -1);
  return amount === undefined || amount < 0 || !Number.isSafeInteger(whole) ? undefined : whole;
}

function amountIn(text: string, units: ReadonlyMap<string, number>): number | undefined {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(text) ?? [];
  const factor = units.get(unit);
  return number === "" || factor === undefined ? undefined : Number(number) * factor;
}

import type { DayRange } from "./usage-log.ts";

const DAY = 24 * 3600 * 1000;

/** The day of a time in milliseconds since 1970, in UTC. */
export function dayOf(time: number): string {
  const number = Math.floor(time / DAY);
  const known = days.get(number);
  if (known !== undefined) return known;
  const day = new Date(time).toISOString().slice(0, 10);
  if (days.size >= MAX_DAYS) days.clear();
  days.set(number, day);
  return day;
}

/** Days by their number since 1970: nearly all requests are of the same one. */
const days = new Map<number, string>();
const MAX_DAYS = 1000;

/** The day that is so many days later, or earlier if the number is negative. */
function daysLater(day: string, number: number): string {
  return dayOf(Date.parse(day) + number * DAY);
}

/** Whether a text is a day of the calendar, as in `2026-11-16`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && dayOf(time) === text;
}

/** All days of a range. */
export function daysIn({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = daysLater(day, 1)) days.push(day);
  return days;
}

/** The first of the days that are kept. */
export function firstKept(now: number, days: number): string {
  return dayOf(now + (1 - days) * DAY);
}

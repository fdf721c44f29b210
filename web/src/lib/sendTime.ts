// Texts for the day and hour at which a gift is sent.
import { formatIn } from "./dates";
import { timeZoneName } from "./timeZones";

const dayAndHour = { dateStyle: "medium", timeStyle: "short" } as const;

/** Local day and hour, as a cart stores them. */
export interface ChosenTime {
  sendOn?: string | null | undefined;
  sendHour?: number | null | undefined;
  /** `null` for the time zone of the shop. */
  sendZone?: string | null | undefined;
}

/** Formats the hour of a day: "9:00 a.m.". */
export function formatHour(hour: number): string {
  return formatIn("UTC", new Date(Date.UTC(2026, 0, 1, hour)), { timeStyle: "short" });
}

/** Formats a chosen day and hour, with its time zone if it was chosen; undefined for a gift that is sent at once. */
export function formatChosenTime({ sendOn, sendHour, sendZone }: ChosenTime): string | undefined {
  if (!sendOn) return undefined;
  const hour = String(sendHour ?? 9).padStart(2, "0");
  const words = formatIn("UTC", new Date(`${sendOn}T${hour}:00:00Z`), dayAndHour);
  return sendZone ? `${words}, ${timeZoneName(sendZone)}` : words;
}

/**
 * Formats the local day and hour at which a gift is sent, with its time zone. The server computes them, because a browser's rules
 * of time zones may be older.
 */
export function formatSendTime({ sendOn, sendHour, sendZone }: ChosenTime): string {
  return formatChosenTime({ sendOn, sendHour, sendZone: sendZone ?? "America/Toronto" }) ?? "";
}

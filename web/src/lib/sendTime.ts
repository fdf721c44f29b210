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

/** Formats the moment at which a gift is sent, as the clocks in its time zone show it. */
export function formatSendTime(sendAt: string, sendZone: string | null): string {
  const zone = sendZone ?? "America/Toronto";
  return `${formatIn(zone, new Date(sendAt), dayAndHour)}, ${timeZoneName(zone)}`;
}

/** Returns the local day and hour of a moment. */
export function chosenTimeOf(sendAt: string, sendZone: string | null) {
  const zone = sendZone ?? "America/Toronto";
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(
    format.formatToParts(new Date(sendAt)).map(({ type, value }) => [type, value]),
  );
  const { year = "", month = "", day = "", hour = "9" } = parts;
  return { sendOn: `${year}-${month}-${day}`, sendHour: Number(hour), sendZone: zone };
}

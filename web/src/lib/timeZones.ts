// Names of the time zones that shops' counters can have.
import { getLanguageTag } from "@/i18n";

/** City for each time zone. */
const PLACES: Record<string, string> = {
  "America/St_Johns": "St. John’s",
  "America/Goose_Bay": "Happy Valley-Goose Bay",
  "America/Halifax": "Halifax",
  "America/Moncton": "Moncton",
  "America/Puerto_Rico": "Blanc-Sablon",
  "America/Toronto": "Toronto",
  "America/Iqaluit": "Iqaluit",
  "America/Panama": "Atikokan",
  "America/Winnipeg": "Winnipeg",
  "America/Regina": "Regina",
  "America/Edmonton": "Edmonton",
  "America/Phoenix": "Dawson Creek",
  "America/Whitehorse": "Whitehorse",
  "America/Vancouver": "Vancouver",
};

/** Formats a time zone as "Pacific Time (Vancouver)". */
export function timeZoneName(zone: string): string {
  const format = new Intl.DateTimeFormat(getLanguageTag(), { timeZone: zone, timeZoneName: "longGeneric" });
  const name = format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value ?? zone;
  return `${name} (${PLACES[zone] ?? zone})`;
}

export function timeZoneChoices() {
  return Object.keys(PLACES).map((zone) => ({ value: zone, text: timeZoneName(zone) }));
}

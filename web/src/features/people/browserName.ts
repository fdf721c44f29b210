// Names of browsers for a user's list of sessions, guessed from the user agent.
import { m } from "@/i18n";

/** The first match counts, because newer browsers also contain the names of older ones. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];

const firstFitting = (names: [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

export function browserName(userAgent: string): string {
  const browser = firstFitting(browsers, userAgent);
  const system = firstFitting(systems, userAgent);
  if (browser && system) return m.profile_browser_on({ browser, system });
  return browser ?? system ?? m.profile_browser_unknown();
}

export function isPhone(userAgent: string): boolean {
  return /Mobi|Android|iPhone|iPod/.test(userAgent);
}

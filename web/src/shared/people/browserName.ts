// What people call the browser they see in the list of their sign-ins. A guess from what it says of itself: good enough to
// recognise one's own.
import { m } from "@/i18n";

/** The first that fits: later ones call themselves by the earlier ones' names too. */
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

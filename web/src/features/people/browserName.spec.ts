import { describe, expect, it } from "vitest";
import { browserName, isPhone } from "./browserName";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";

describe("browserName", () => {
  it.each([
    [`${windows} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Windows", false],
    [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge on Windows", false],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux", false],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
      "Safari on macOS",
      false,
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
      true,
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
      true,
    ],
    ["curl/8.5.0", "Another program", false],
    ["", "Another program", false],
  ])("for %s returns %s", (userAgent, name, phone) => {
    expect(browserName(userAgent)).toBe(name);
    expect(isPhone(userAgent)).toBe(phone);
  });
});

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getLanguageTag, getLocale, m, setLanguage } from "@/i18n";

beforeEach(() => {
  document.documentElement.lang = "en";
});

afterEach(() => vi.unstubAllGlobals());

describe("page language", () => {
  it("is that of the page's HTML", () => {
    expect([getLocale(), getLanguageTag(), m.legal_contents()]).toEqual(["en", "en-CA", "On this page"]);
    document.documentElement.lang = "fr";
    expect([getLocale(), getLanguageTag(), m.legal_contents()]).toEqual(["fr", "fr-CA", "Sur cette page"]);
  });

  it("is English when the HTML has another one", () => {
    document.documentElement.lang = "de";
    expect(getLocale()).toBe("en");
  });

  it("is stored for the server, and the page reloads in it", () => {
    const reload = vi.fn();
    vi.stubGlobal("location", { reload });
    setLanguage("fr");
    expect(document.cookie).toContain("lang=fr");
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

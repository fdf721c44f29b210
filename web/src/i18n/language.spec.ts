// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getLanguageTag, getLocale, m, setLanguage } from "@/i18n";

beforeEach(() => {
  document.documentElement.lang = "en";
});

afterEach(() => vi.unstubAllGlobals());

describe("the language", () => {
  it("is the one the page was written in", () => {
    expect([getLocale(), getLanguageTag(), m.legal_contents()]).toEqual(["en", "en-CA", "On this page"]);
    document.documentElement.lang = "fr";
    expect([getLocale(), getLanguageTag(), m.legal_contents()]).toEqual(["fr", "fr-CA", "Sur cette page"]);
  });

  it("is English when the page says another one", () => {
    document.documentElement.lang = "de";
    expect(getLocale()).toBe("en");
  });

  it("is remembered where the server looks, and the page comes again in it", () => {
    const reload = vi.fn();
    vi.stubGlobal("location", { reload });
    setLanguage("fr");
    expect(document.cookie).toContain("lang=fr");
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

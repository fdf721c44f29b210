import { expect, test, wordsOf } from "./support/story.ts";

test("the visitor changes the language, and it stays", async ({ page, language, isPhone, say }) => {
  const other = language === "en" ? "fr" : "en";
  const otherName = { en: "English", fr: "Français" }[other];
  await page.goto("/privacy-policy");
  await expect(page.locator("html")).toHaveAttribute("lang", language);

  if (isPhone) await page.getByRole("button", { name: say("shell_menu") }).click();
  await page.getByRole("button", { name: otherName }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  await expect(page.getByRole("contentinfo")).toContainText(wordsOf(other)("shell_shipping"));

  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", other);
});

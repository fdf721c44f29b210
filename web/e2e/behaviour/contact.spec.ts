import { expect, messageOf, test } from "../support/story.ts";

test("a visitor writes to the company, and the message arrives", async ({ page, say, brand, language }) => {
  const name = `Zoé-${brand}-${language}`;
  await page.goto("/about?support=show");
  const dialog = page.getByRole("dialog", { name: say("shell_contact") });
  await dialog.getByLabel(say("field_first_name"), { exact: true }).fill(name);
  await dialog.getByLabel(say("field_last_name"), { exact: true }).fill("Roy");
  await dialog.getByLabel(say("field_email")).fill("zoe@home.test");
  await dialog.getByLabel(say("contact_message")).fill("Bonjour!\n\nIs my card still good?");
  await expect(dialog.getByText(say("captcha_done"))).toBeVisible();
  await dialog.getByRole("button", { name: say("contact_send") }).click();
  await expect(messageOf(page, say("contact_sent"))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/about$/);

  // All hosts share one mailbox.
  const mailbox = new URL("/sandbox/mail.json?to=admin@demo.test", process.env["BASE_URL"]);
  const arrived = async () => {
    const mails = (await (await fetch(mailbox)).json()) as { text: string }[];
    return mails.some(({ text }) => text.includes(name) && text.includes("Is my card still good?"));
  };
  await expect.poll(arrived).toBe(true);
});

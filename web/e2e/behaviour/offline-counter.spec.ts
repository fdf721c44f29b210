// The counter when the network fails: the clerk sees a message, and the page stays as it is.
import { hire, signIn } from "../support/people.ts";
import { expect, NO_NETWORK, test } from "../support/story.ts";

test.use({ expectedFailures: [NO_NETWORK, "404 /api/v1/Cards/codes/*"], serviceWorkers: "allow" });

test("the first message at the counter appears without a network, and nothing reloads", async ({
  page,
  context,
  request,
  say,
}) => {
  const clerk = await hire(request, {
    firstName: "Olga",
    lastName: "Clerk",
    role: "EMPLOYEE",
    tenant: "Maple Leaf Books",
  });
  await signIn(page, say, clerk);
  await page.goto("/scan-code");
  const code = page.getByLabel(say("counter_code"));
  await expect(code).toBeVisible();
  const documents: string[] = [];
  page.on("request", (sent) => {
    if (sent.isNavigationRequest()) documents.push(sent.url());
  });

  await context.setOffline(true);
  await code.fill("1234567812345678");
  await code.press("Enter");
  const message = page.getByRole("alert").filter({ hasText: say("counter_unanswered_title") });
  await expect(message).toBeVisible();
  await expect(code).toHaveValue("1234 5678 1234 5678");

  await context.setOffline(false);
  await code.press("Enter");
  await expect(page.getByText(say("counter_unknown_number"))).toBeVisible();
  expect(documents).toEqual([]);
});

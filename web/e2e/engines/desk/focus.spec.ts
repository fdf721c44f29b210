import { expect, test } from "../../support/visitor.ts";

/** Returns whether the focus is on the page behind the open dialog. */
const isBehind = () => {
  const { activeElement } = document;
  return activeElement !== document.body && activeElement?.closest("dialog[open]") === null;
};

const hasMoved = () => document.activeElement?.closest("dialog[open]") != null;

test("a dialog keeps the focus and returns it", async ({ visitor, say }) => {
  await visitor.goto("/about");
  await visitor.within("contentinfo").click("button", say("shell_contact"));
  await visitor.see("dialog", say("shell_contact"));
  await visitor.waitFor(hasMoved);
  // After the last element, the focus may go to the browser's toolbar but never to the page behind.
  for (let stop = 0; stop < 12; stop += 1) {
    await visitor.press("Tab");
    expect(await visitor.run(isBehind)).toBe(false);
  }
  await visitor.press("Escape");
  await visitor.miss("dialog");
  await visitor.within("contentinfo").hasFocus("button", say("shell_contact"));
});

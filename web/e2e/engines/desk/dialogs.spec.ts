// Sheets, dialogs and comboboxes, by keyboard and by mouse.
import type { BrandKey } from "../../support/brands.ts";
import { demo, newAddress, tenantLabel } from "../../support/people.ts";
import { test, type Visitor } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";
import type { Words } from "../../support/story.ts";

/** Options show the kind of tenant after its name. */
const SHOP = /^Maple Leaf Books/;

async function openSheet(visitor: Visitor, say: Words) {
  await visitor.click("link", say("users_add"));
  return visitor.within("dialog", say("users_add"));
}

const comboboxOf = (say: Words, brand: BrandKey) => ["combobox", tenantLabel(say, brand)] as const;

test("a manager is invited by keyboard, and a sheet with typed values asks before it closes", async ({
  visitor,
  brand,
  say,
}) => {
  await signIn(visitor, say, demo("super@demo.test"), "/admin/users");
  const combobox = comboboxOf(say, brand);
  const sheet = await openSheet(visitor, say);
  await sheet.hasFocus("textbox", say("field_first_name"));
  await visitor.press("Escape");
  await visitor.miss("dialog");
  await visitor.hasFocus("link", say("users_add"));
  await visitor.press("Enter");
  await sheet.hasFocus("textbox", say("field_first_name"));
  for (const text of ["Kim", "Keys", newAddress("kim")]) {
    await visitor.type(text);
    await visitor.press("Tab");
  }
  await sheet.hasFocus("combobox", say("users_assign_role"));
  await visitor.type(say("users_role_manager"));
  await visitor.press("Tab");
  await sheet.hasFocus(...combobox);
  await visitor.type("maple");
  await sheet.see("option", SHOP);
  await visitor.press("Enter");
  await sheet.holds(combobox[1], "Maple Leaf Books");

  await visitor.press("Escape");
  await visitor.see("dialog", say("kit_unsaved_title"));
  await visitor.press("Escape");
  await visitor.miss("dialog", say("kit_unsaved_title"));
  await sheet.click("button", say("users_invite"));
  await visitor.miss("dialog");
  await visitor.read(say("users_created"));
});

test("an option is chosen with the mouse, and a chosen one is cleared", async ({ visitor, brand, say }) => {
  await signIn(visitor, say, demo("super@demo.test"), "/admin/users");
  const combobox = comboboxOf(say, brand);
  const sheet = await openSheet(visitor, say);
  await sheet.choose(say("users_assign_role"), say("users_role_manager"));
  await sheet.click(...combobox);
  await visitor.type("maple");
  await sheet.see("option", SHOP);
  // Escape closes the options, and not the sheet around them.
  await visitor.press("Escape");
  await sheet.miss("option");
  await visitor.type("maple");
  await sheet.click("option", SHOP);
  await sheet.holds(combobox[1], "Maple Leaf Books");
  await sheet.miss("option");
  await sheet.click("button", say("kit_combobox_clear"));
  await sheet.holds(combobox[1], "");
});

// A list of the portal: search, order, the menu of a row, and the way back to the list as it was.
import { demo, hire } from "../../support/people.ts";
import { test } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

/** Returns whether the given name is the first of two in the table of users. Invitations have a table of their own. */
const isFirst = (name: string) => {
  const rows = document.querySelector("tbody")?.rows;
  return rows?.length === 2 && rows[0]?.textContent?.includes(name) === true;
};

test("users are searched, sorted, opened, and deactivated from the menu of a row", async ({
  visitor,
  request,
  say,
}) => {
  const family = `Lister${crypto.randomUUID().slice(0, 8)}`;
  for (const firstName of ["Abe", "Zoe"]) {
    await hire(request, { firstName, lastName: family, role: "EMPLOYEE", tenant: "Boulangerie" });
  }
  await signIn(visitor, say, demo("super@demo.test"), "/admin/users");
  await visitor.fill(say("users_search"), family);
  await visitor.isAt(/searchText=Lister/);
  const byName = () => visitor.within("columnheader", say("field_name")).click("button");
  await byName();
  await visitor.waitFor(isFirst, `Abe ${family}`);
  await byName();
  await visitor.waitFor(isFirst, `Zoe ${family}`);
  await visitor.isAt(/direction=Desc/);

  const row = visitor.within("row", new RegExp(`Abe ${family}`));
  await row.click("link");
  await visitor.isAt(/^\/admin\/cards\/people\//);
  await visitor.click("link", say("helpdesk_back_to_users"));
  await visitor.isAt(/direction=Desc/);
  await visitor.waitFor(isFirst, `Zoe ${family}`);
  await visitor.holds(say("users_search"), family);

  await row.click("button", say("lists_actions_of", { name: `Abe ${family}` }));
  await row.within("group").click("button", say("lists_deactivate"));
  await visitor.within("dialog").click("button", say("lists_deactivate"));
  await visitor.miss("dialog");
  await visitor.read(say("lists_deactivated"));
  await row.read(say("lists_inactive"));
});

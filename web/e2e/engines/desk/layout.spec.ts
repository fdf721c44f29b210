import { demo } from "../../support/people.ts";
import { expectGoodLayout } from "../../support/scrollbars.ts";
import { test } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

test("pages of staff have no useless scrollbars", async ({ visitor, say }) => {
  await signIn(visitor, say, demo("super@demo.test"), "/admin/users");
  await expectGoodLayout(visitor, ["/admin/users", "/admin/books/outstanding", "/admin/cards"]);
});

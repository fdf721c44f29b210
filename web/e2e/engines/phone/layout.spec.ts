import { buyCard } from "../../support/cards.ts";
import { hire } from "../../support/people.ts";
import { expectGoodLayout } from "../../support/scrollbars.ts";
import { test } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

test("pages of shoppers have no useless scrollbars", async ({ visitor, request, say }) => {
  const person = await hire(request, { firstName: "Lea", lastName: "Roy", role: "ADMINISTRATOR" });
  const { vendorId, id } = await buyCard(request, person);
  await signIn(visitor, say, person, "/transactions");
  await expectGoodLayout(visitor, [
    "/transactions",
    `/transactions/${vendorId}/${id}`,
    "/orders",
    "/account",
    "/shop-vendors/list",
  ]);
});

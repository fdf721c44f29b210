// Layout that differs between engines: scrollbars beside tabs and stacked tables, and pages wider than the screen.
import { buyCard } from "../../support/cards.ts";
import { demo, hire } from "../../support/people.ts";
import { expect, test, type Visitor } from "../../support/visitor.ts";
import { signIn } from "../../support/visitorSteps.ts";

/** Returns the elements that scroll by a few pixels: their scrollbar helps nobody. */
function uselessScrollbars(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body *")].flatMap((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const isUseless = [
      { overflow: overflowX, hidden: one.scrollWidth - one.clientWidth },
      { overflow: overflowY, hidden: one.scrollHeight - one.clientHeight },
    ].some(({ overflow, hidden }) => /auto|scroll/.test(overflow) && hidden > 0 && hidden <= 4);
    return isUseless && one.checkVisibility() ? one.outerHTML.slice(0, 160) : [];
  });
}

const widthBeside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

async function expectGoodLayout(visitor: Visitor, paths: string[]): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await visitor.goto(path);
      await visitor.see("heading");
      await visitor.miss("progressbar");
      expect(await visitor.run(uselessScrollbars), path).toEqual([]);
      expect(await visitor.run(widthBeside), path).toBeLessThanOrEqual(0);
    });
  }
}

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

test("pages of staff have no useless scrollbars", async ({ visitor, say }) => {
  await signIn(visitor, say, demo("super@demo.test"), "/admin/users");
  await expectGoodLayout(visitor, ["/admin/users", "/admin/books/outstanding", "/admin/cards"]);
});

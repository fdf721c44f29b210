// Records for the pages that are about one: those of the demo, and a new buyer's.
import type { APIRequestContext } from "@playwright/test";
import { buyCard, show } from "./cards.ts";
import { aCampaign, amountsOf, aShop } from "./catalogue.ts";
import { demo, headersOf, hire, newAddress, type Person } from "./people.ts";
import { mailWith } from "./shopping.ts";
import { expect } from "./story.ts";

interface Listed {
  id: string;
  userRoleId: string;
  email: string;
}

/** Returns the records of a list that a user can see. */
async function listed(request: APIRequestContext, reader: Person, path: string): Promise<Listed[]> {
  const answer = await request.get(`/api/v1/${path}`, { headers: await headersOf(request, reader) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { items: Listed[] }).items;
}

/** Runs a function once, and returns its result each time. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}

/** Returns a person's id with the role that their page shows. */
const roleOf = (person: () => Promise<Listed>) => async () => {
  const { id, userRoleId } = await person();
  return `${id}?userRoleId=${userRoleId}`;
};

/** A buyer with a card, an order, and another card in the cart. */
async function newBuyer(request: APIRequestContext) {
  const person = await hire(request, { firstName: "Paige", lastName: "Roy", role: "ADMINISTRATOR" });
  const card = await buyCard(request, person);
  const [order] = await listed(request, person, "Orders/me");
  await show(request, demo("employee@vendor-a.test"), card);
  const item = { vendorId: card.vendorId, price: 25, quantity: 1, type: 2, isGift: false };
  const added = await request.post("/api/v1/Carts/items", {
    headers: await headersOf(request, person),
    data: { isLocal: false, cartDetails: [item] },
  });
  expect(added.ok(), await added.text()).toBe(true);
  return { person, card, order: order?.id ?? "" };
}

async function giftToken(request: APIRequestContext, buyer: Person): Promise<string> {
  const email = newAddress("rose");
  await buyCard(request, buyer, { giftTo: email });
  const { text } = await mailWith(request, email, /\/gift\/\w+/);
  return /\/gift\/(\w+)/.exec(text)?.[1] ?? "";
}

export interface Records {
  buyer: () => Promise<Person>;
  /** Returns an address with records in place of their names. */
  fill: (pattern: string) => Promise<string>;
}

export function recordsFrom(request: APIRequestContext): Records {
  const administrator = demo("super@demo.test");
  const first = (path: string) => async () => {
    const [record] = await listed(request, administrator, path);
    if (!record) throw new Error(`${path} is empty`);
    return record.id;
  };
  const buyer = once(() => newBuyer(request));
  const shop = once(() => aShop(request));
  const campaign = once(() => aCampaign(request));
  // Other stories add people to the shop, so search for a known one.
  const employee = once(async () => {
    const people = await listed(request, administrator, "Accounts?searchText=employee%40vendor-a");
    const found = people.find(({ email }) => email === "employee@vendor-a.test");
    if (!found) throw new Error("The demo's shop has no employee");
    return found;
  });
  // The demo's charity has one manager, who opens these pages.
  const colleague = once(async () => {
    const { email } = await hire(request, {
      firstName: "Tess",
      lastName: "Roy",
      role: "MANAGER",
      tenant: "Riverside",
    });
    const [found] = await listed(request, administrator, `Accounts?searchText=${encodeURIComponent(email)}`);
    if (!found) throw new Error(`${email} is not among the users`);
    return found;
  });
  const vendor = first("Vendors?searchText=Maple%20Leaf");
  const charity = first("Charities?searchText=Riverside");
  const ownCampaign = async () => first(`Charities/campaigns?charityId=${await charity()}`)();

  /** By the end of the address up to the record's name. */
  const sources: Record<string, () => Promise<string>> = {
    ":vid": vendor,
    ":cid": charity,
    "/admin/vendors/:id": vendor,
    "/admin/charities/:id": charity,
    "/cards-transaction/:id": async () => (await buyer()).card.id,
    "/scan-vendor-transactions/:id": async () => (await buyer()).card.id,
    "/campaigns/:id": ownCampaign,
    "/admin/users/:id": async () => (await employee()).id,
    "/people/:id": async () => (await employee()).id,
    "/charity/users/:id": roleOf(colleague),
    ":cid/users/:id": roleOf(colleague),
    "/users/:id": roleOf(employee),
    "/regions/edit/:id": first("Regions"),
    "/organization/detail/:id": first("Organizations"),
    "/categories/detail/:id": first("Categories"),
    "/orders/:id": async () => (await buyer()).order,
    ":order": async () => (await buyer()).order,
    "/charities/:id": async () => (await campaign()).charityId,
    ":campaignId": async () => (await campaign()).id,
    "/shop-vendors/detail/:id": async () => (await shop()).id,
    "-card/:vendorId": async () => (await shop()).id,
    "/gift-list/:vendorId": async () => (await shop()).id,
    ":amount": async () => String(amountsOf(await shop())[0]),
    "/transactions/:vendorId": async () => (await buyer()).card.vendorId,
    "/transactions/:vendorId/:id": async () => (await buyer()).card.id,
    "/gift/:token": async () => giftToken(request, (await buyer()).person),
  };
  return {
    buyer: async () => (await buyer()).person,
    fill: async (pattern) => {
      let filled = pattern;
      for (const { 0: name, index } of pattern.matchAll(/:\w+/g)) {
        const before = pattern.slice(0, index) + name;
        const [, find] = Object.entries(sources).find(([end]) => before.endsWith(end)) ?? [];
        if (!find) throw new Error(`${pattern} needs a record, which \`sources\` lacks`);
        filled = filled.replace(name, await find());
      }
      return filled;
    },
  };
}

// Reads the public catalogue, so that stories need not know the demo's names.
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import type { components } from "../../src/api/schema.d.ts";

type Schemas = components["schemas"];

async function read<Answer>(request: APIRequestContext, path: string): Promise<Answer> {
  const response = await request.get(`/api/v1/Public/${path}`);
  expect(response.ok(), path).toBe(true);
  return (await response.json()) as Answer;
}

export async function shopsOnShow(
  request: APIRequestContext,
  query = "",
): Promise<Schemas["PublicVendor"][]> {
  const page = await read<Schemas["PublicVendorPage"]>(request, `Vendors?pageSize=1000${query}`);
  return page.items;
}

export async function aShop(request: APIRequestContext): Promise<Schemas["PublicVendor"]> {
  const shop = (await shopsOnShow(request)).find(({ amount }) => amount.includes(","));
  if (!shop) throw new Error("No shop sells cards of two amounts");
  return shop;
}

export async function aCampaign(request: APIRequestContext): Promise<Schemas["Campaign"]> {
  const page = await read<Schemas["CampaignPage"]>(request, "charities/campaigns?pageSize=1000");
  const [campaign] = page.items;
  if (!campaign) throw new Error("No campaign is running");
  return campaign;
}

/** "Amount25,Amount50" as numbers. */
export function amountsOf(shop: Schemas["PublicVendor"]): number[] {
  return shop.amount.split(",").map((label) => Number(label.replace("Amount", "")));
}

/** The cards that a shop's page offers, one for each amount. */
export const amountCards = (page: Page) => page.getByRole("main").locator('a[href*="-card/"]');

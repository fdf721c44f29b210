// Reads public shops, causes and campaigns, so that stories don't depend on names of the demo.
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

/** Parses "Amount25,Amount50" to numbers. */
export function amountsOf(shop: Schemas["PublicVendor"]): number[] {
  return shop.amount.split(",").map((label) => Number(label.replace("Amount", "")));
}

/** The cards on a shop's page, one for each amount. */
export const amountCards = (page: Page) => page.getByRole("main").locator('a[href*="-card/"]');

import { expect, it } from "vitest";
import { campaignPages, charityPages, supporterPages, vendorPages } from "./shopWindow";

const everything = { categoryId: "", searchText: "", regionId: "", organizationId: "" };

it.each([
  ["shops", vendorPages(everything), 12],
  ["shops of a charity", supporterPages("ten_1", everything), 12],
  ["campaigns", campaignPages({ charityId: "", searchText: "" }), 12],
  ["causes", charityPages(everything), 24],
])("shopWindow: a page of %s fills a screen", (_, { queryKey }, size) => {
  expect(JSON.stringify(queryKey)).toContain(`"pageSize":${size}`);
});

import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";

type Builders = { [name: string]: ((...values: string[]) => unknown) | Builders };

/** The builders have different parameters; the test treats them all as taking texts. */
const asBuilders = (builders: object) => builders as Builders;

/** Calls each builder with the placeholders that its parameters need. */
function patternsOf(builders: Builders, prefix = ""): [string, string][] {
  return Object.entries(builders).flatMap(([name, builder]): [string, string][] => {
    const label = prefix + name;
    if (typeof builder !== "function") return patternsOf(builder, `${label}.`);
    const result = builder(":id", ":second");
    return typeof result === "string" ? [[label, result]] : patternsOf(result as Builders, `${label}(:id).`);
  });
}

describe("paths", () => {
  it("match the published URLs", () => {
    const all = patternsOf(asBuilders(paths));
    all.push(...patternsOf(asBuilders(adminPaths), "admin."));
    all.push(...patternsOf(asBuilders(adminPaths.vendorArea()), "admin.vendorArea()."));
    all.push(...patternsOf(asBuilders(adminPaths.charityArea()), "admin.charityArea()."));
    expect(all.map(([name, url]) => `${name} ${url}`).join("\n")).toMatchSnapshot();
  });

  it("encode a value as one segment", () => {
    expect(paths.vendor("a/b?c#d é")).toBe("/shop-vendors/detail/a%2Fb%3Fc%23d%20%C3%A9");
  });

  it("omit empty query parameters", () => {
    expect(paths.vendorList()).toBe("/shop-vendors/list");
    expect(paths.vendorList("cat_1")).toBe("/shop-vendors/list?cate=cat_1");
    expect(paths.signIn("a+b@example.com")).toBe("/signin?email=a%2Bb%40example.com");
    expect(paths.walletCard("v", "c")).toBe("/transactions/v/c");
    expect(paths.checkoutSuccess()).toBe("/checkout-success");
    expect(paths.checkoutSuccess("ord_1")).toBe("/checkout-success?order=ord_1");
    expect(paths.walletCard("v", "c", { isView: true })).toBe("/transactions/v/c?isView=true");
  });

  it("use a placeholder while no campaign is chosen", () => {
    expect(paths.charityVendors("c1")).toBe("/charities/c1/campaignId");
    expect(paths.charityVendors("c1", "k2")).toBe("/charities/c1/k2");
  });
});

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readScreens } from "./screens.ts";

const web = fileURLToPath(new URL("..", import.meta.url));
const screens = readScreens();
const named = (file: string) => screens.filter(({ page }) => page.endsWith(`/${file}`));
const addresses = (file: string) => named(file).flatMap((each) => each.addresses);

describe("readScreens", () => {
  it("finds every screen with its page", () => {
    expect(screens.length).toBeGreaterThan(90);
    expect(screens.filter(({ page }) => !existsSync(`${web}/${page}`))).toEqual([]);
  });

  it("reads the budget and what is around a page", () => {
    expect(named("LandingPage.tsx")).toEqual([
      {
        area: "shop",
        addresses: [{ path: "/", variant: undefined }],
        page: "src/areas/shop/front/landing/LandingPage.tsx",
        budget: "public",
        layouts: [],
        isAlone: false,
        isFront: true,
      },
    ]);
    expect(named("TillsPage.tsx")).toMatchObject([
      {
        area: "portal",
        budget: "portal",
        isAlone: true,
        layouts: ["src/areas/portal/layouts.ts", "src/areas/portal/layouts.ts"],
      },
    ]);
    expect(named("CounterDayPage.tsx").map(({ area, budget }) => [area, budget])).toEqual([
      ["counter", "staff"],
      ["portal", "portal"],
    ]);
  });

  it("reads the addresses, also of screens that a function declares", () => {
    expect(addresses("CardPage.tsx")).toEqual([{ path: "/transactions/:vendorId/:id", variant: undefined }]);
    expect(addresses("CartPage.tsx").map(({ path }) => path)).toEqual(["/my-cart", "/checkout-less"]);
    expect(addresses("LegalPage.tsx")).toContainEqual({ path: "/eula-page", variant: "eula" });
    const open = screens.filter(({ area }) => area === "shop" || area === "account" || area === "wallet");
    expect(open.filter((each) => each.addresses.length === 0)).toEqual([]);
  });
});

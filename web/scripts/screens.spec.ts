import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readScreens } from "./screens.ts";

const web = fileURLToPath(new URL("..", import.meta.url));
const screens = readScreens();
const named = (file: string) => screens.filter(({ page }) => page.endsWith(`/${file}`));

describe("readScreens", () => {
  it("finds every screen with its page", () => {
    expect(screens.length).toBeGreaterThan(90);
    expect(screens.filter(({ page }) => !existsSync(`${web}/${page}`))).toEqual([]);
  });

  it("reads the budget and what is around a page", () => {
    expect(named("LandingPage.tsx")).toEqual([
      {
        area: "shop",
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
        layouts: [
          "src/areas/portal/tenants/vendors/VendorLayout.tsx",
          "src/areas/portal/shell/AdminLayout.tsx",
        ],
      },
    ]);
    expect(named("CounterDayPage.tsx").map(({ area, budget }) => [area, budget])).toEqual([
      ["counter", "staff"],
      ["portal", "portal"],
    ]);
  });
});

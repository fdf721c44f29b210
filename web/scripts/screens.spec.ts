import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import type { AreaRoutes } from "@/shared/page/collectScreens";
import type { Screen } from "@/shared/page/screen";
import { readScreens } from "./screens.ts";

const web = fileURLToPath(new URL("..", import.meta.url));
const screens = readScreens();
const named = (file: string) => screens.filter(({ page }) => page.endsWith(`/${file}`));
const addresses = (file: string) => named(file).flatMap((each) => each.addresses);

const areas = import.meta.glob<AreaRoutes>("../src/areas/*/routes.ts", { eager: true, import: "routes" });
const front = import.meta.glob<Screen[]>("../src/areas/shop/front/*/route.ts", {
  eager: true,
  import: "routes",
});

/** All routes of the app. */
const routes: RouteObject[] = [
  ...Object.values(areas).flatMap(({ inShop, alone }) => inShop.concat(alone)),
  ...Object.values(front).flatMap((found) => found.map(({ route }) => route)),
];

function pathsOf(tree: readonly RouteObject[]): string[] {
  return tree.flatMap(({ path, children = [] }) => [path ?? [], pathsOf(children)].flat());
}

/** Returns whether a page has this path, not only a redirect. */
const isPage = (path: string) => matchRoutes(routes, path)?.some(({ route }) => "lazy" in route) === true;

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
    expect(named("CounterPage.tsx")).toMatchObject([
      {
        area: "counter",
        budget: "staff",
        isAlone: true,
        layouts: ["src/areas/counter/shell/StaffLayout.tsx"],
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
    expect(addresses("TillsPage.tsx").map(({ path }) => path)).toEqual([
      "/admin/vendor/tills",
      "/admin/vendors/view/:vid/tills",
    ]);
    expect(addresses("ResourceListPage.tsx").map(({ path }) => path)).toContain("/admin/regions");
    expect(addresses("CounterPage.tsx").map(({ path }) => path)).toContain("/scan-code");
  });

  it("knows every page of the app", () => {
    const found = screens.flatMap((each) => each.addresses.map(({ path }) => path));
    expect(found.toSorted()).toEqual(pathsOf(routes).filter(isPage).toSorted());
  });
});

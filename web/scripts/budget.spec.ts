import { describe, expect, it } from "vitest";
import { describeWeights, isOverBudget, weighPages } from "./budget.ts";
import type { Manifest } from "./manifest.ts";
import type { DeclaredScreen } from "./screens.ts";

const landing = "src/areas/shop/front/landing/LandingPage.tsx";
const legal = "src/areas/shop/front/legal/LegalPage.tsx";
const signIn = "src/areas/account/sign-in/SignInFormPage.tsx";
const users = "src/areas/portal/users/UserListPage.tsx";
const shell = "src/areas/portal/shell";

const inShop = { addresses: [], layouts: [], isAlone: false, isFront: false };

const screens: DeclaredScreen[] = [
  { ...inShop, area: "shop", page: landing, budget: "public", isFront: true },
  { ...inShop, area: "shop", page: legal, budget: "public", isFront: true },
  { ...inShop, area: "account", page: signIn, budget: "form" },
  {
    area: "portal",
    addresses: [],
    page: users,
    budget: "portal",
    layouts: [`${shell}/AdminLayout.tsx`],
    isAlone: true,
    isFront: false,
  },
  { ...inShop, area: "shop", page: "src/areas/shop/charities/CharityPage.tsx", budget: "public" },
];

const manifest: Manifest = {
  "index.html": {
    file: "entry.js",
    isEntry: true,
    imports: ["_vendor.js"],
    dynamicImports: [landing, legal, "src/areas/account/routes.ts", "src/areas/portal/routes.ts"],
  },
  "_vendor.js": { file: "vendor.js" },
  "_shared.js": { file: "shared.js", imports: ["_vendor.js"] },
  "src/areas/shop/shell/PublicLayout.tsx": { file: "public-layout.js", isDynamicEntry: true },
  [`${shell}/AdminLayout.tsx`]: { file: "admin-layout.js", isDynamicEntry: true, imports: ["_shared.js"] },
  [landing]: { file: "landing.js", imports: ["_shared.js"] },
  [legal]: { file: "legal.js" },
  "src/areas/shop/front/legal/texts/about.en.md": { file: "short.js" },
  "src/areas/shop/front/legal/texts/eula.en.md": { file: "long.js" },
  "src/areas/account/routes.ts": {
    file: "account-routes.js",
    isDynamicEntry: true,
    dynamicImports: [signIn],
  },
  "src/areas/portal/routes.ts": { file: "portal-routes.js", isDynamicEntry: true, dynamicImports: [users] },
  [users]: { file: "users.js", imports: ["_shared.js"] },
  [signIn]: { file: "sign-in.js" },
};

const bytes: Record<string, number> = {
  "entry.js": 5_000,
  "vendor.js": 130_000,
  "shared.js": 3_000,
  "public-layout.js": 4_000,
  "admin-layout.js": 50_000,
  "landing.js": 7_000,
  "legal.js": 2_000,
  "short.js": 1_000,
  "long.js": 6_000,
  "users.js": 8_000,
  "portal-routes.js": 2_000,
  "account-routes.js": 1_500,
  "sign-in.js": 8_500,
};

function weigh(changes: Record<string, number> = {}) {
  return weighPages(manifest, (file) => ({ ...bytes, ...changes })[file] ?? Number.NaN, screens);
}

const publicLimits = { kind: "public", kilobytes: 150, files: 15 };
const formLimits = { kind: "form", kilobytes: 170, files: 15 };
const portalLimits = { kind: "portal", kilobytes: 250, files: 15 };

describe("weighPages", () => {
  it("counts the files a page needs before it runs, each once: its layouts, its area's routes and its longest text", () => {
    expect(weigh()).toEqual([
      { page: signIn, kilobytes: 149, files: 5, limits: formLimits },
      { page: users, kilobytes: 198, files: 6, limits: portalLimits },
      { page: landing, kilobytes: 149, files: 5, limits: publicLimits },
      { page: legal, kilobytes: 147, files: 5, limits: publicLimits },
    ]);
    expect(weigh().some(isOverBudget)).toBe(false);
  });

  it("reports the page that exceeds its budget", () => {
    const weights = weigh({ "landing.js": 8_100 });
    expect(weights.filter(isOverBudget).map(({ page }) => page)).toEqual([landing]);
    expect(describeWeights(weights)).toContain(`OVER  150.1 / 150       5 / 15  ${landing}`);
  });

  it("reports the page that loads too many files", () => {
    const parts = Array.from({ length: 11 }, (_, index) => `_part${index}.js`);
    const files = Object.fromEntries(parts.map((key) => [key, { file: key.slice(1) }]));
    const grown = { ...manifest, ...files, [signIn]: { file: "sign-in.js", imports: parts } };
    const weights = weighPages(grown, () => 1, screens);
    expect(weights.filter(isOverBudget).map((weight) => [weight.page, weight.files])).toEqual([[signIn, 16]]);
  });

  it("leaves out pages that a brand does not have", () => {
    expect(weigh().map(({ page }) => page)).not.toContain("src/areas/shop/charities/CharityPage.tsx");
  });
});

// Runs the real linter with the real configuration over files that break the rule and files that
// don't.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { findFault } from "./importDirection.ts";

const web = fileURLToPath(new URL("../..", import.meta.url));
const fixtures = "tools/lint/fixtures/src";

interface Finding {
  code: string;
  filename: string;
  message: string;
}

/** Runs the linter, which exits with an error because it has findings. */
async function lintFixtures(): Promise<Finding[]> {
  const run = promisify(execFile)("node_modules/.bin/oxlint", ["-f", "json", fixtures], { cwd: web });
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
  return diagnostics.filter(({ code }) => code.includes("import-direction"));
}

describe("linter", () => {
  it("refuses every import in the wrong direction, however it is written, and no other", async () => {
    const found = await lintFixtures();
    const told = found.map(
      ({ filename, message }) => `${filename.split("/src/")[1]}: ${message.split(":")[0]}`,
    );
    expect(told.toSorted()).toMatchInlineSnapshot(`
      [
        "areas/shop/vendors/refused.tsx: Import from another folder by its full name",
        "areas/shop/vendors/refused.tsx: Nothing imports @/app/routes",
        "areas/shop/vendors/refused.tsx: areas/shop may not import areas/account",
        "areas/shop/vendors/refused.tsx: areas/shop may not import areas/portal",
        "areas/shop/vendors/refused.tsx: areas/shop may not import areas/portal",
        "areas/shop/vendors/refused.tsx: areas/shop may not import areas/portal",
        "areas/shop/vendors/refused.tsx: areas/shop may not import shared/table",
        "areas/shop/vendors/refused.tsx: areas/shop may not import ui/rich",
        "areas/shop/vendors/refused.tsx: areas/shop may not import ui/rich",
        "lib/refused.ts: lib may not import ui",
        "shared/page/refused.tsx: shared may not import areas/shop",
        "shared/page/refused.tsx: shared may not import shared/table",
        "ui/refused.tsx: ui may not import api",
        "ui/refused.tsx: ui may not import features",
        "ui/refused.tsx: ui may not import ui/rich",
      ]
    `);
  });
});

describe("findFault", () => {
  it.each([
    ["ui/form/Button.tsx", "@/features/card/Card"],
    ["ui/form/Button.tsx", "@/ui/rich/Menu"],
    ["ui/form/Button.tsx", "@/session/region"],
    ["shared/page/Page.tsx", "@/areas/shop/shell/PublicLayout"],
    ["shared/page/Page.tsx", "@/features/card/Card"],
    ["features/card/Card.tsx", "@/ui/rich/Menu"],
    ["features/card/Card.tsx", "@/areas/shop/shell/PublicLayout"],
    ["areas/shop/front/landing/LandingPage.tsx", "@/features/counter/card/CardDesk"],
    ["areas/portal/users/UserListPage.tsx", "@/areas/portal/shell/places"],
    ["areas/portal/kit/fields.tsx", "@/areas/portal/users/UserFields"],
    ["areas/portal/kit/fields.tsx", "@/areas/portal/shell/sidebar"],
    ["areas/shop/front/landing/LandingPage.tsx", "@/shared/table/Table"],
    ["areas/wallet/cards/WalletPage.tsx", "@/areas/shop/front/landing/Hero"],
    ["api/client.ts", "@/session/region"],
    ["lib/money.ts", "@/ui/form/Button"],
    ["areas/shop/front/landing/LandingPage.tsx", "@/app/main"],
    ["areas/shop/front/landing/LandingPage.tsx", "@/testing/renderApp"],
    ["areas/shop/front/landing/LandingPage.tsx", "@/brands/paper"],
    ["shared/page/Page.tsx", "@/brands/current/landing/Hero"],
    ["brands/paper/index.ts", "@/ui/form/Button"],
  ])("refuses %s → %s", (importer, specifier) => {
    expect(findFault(importer, specifier)).toBeDefined();
  });

  it.each([
    ["app/routes.tsx", "@/areas/portal/users/UserListPage"],
    ["app/main.tsx", "@/app/routes"],
    ["shared/table/Table.tsx", "@/ui/rich/Menu"],
    ["areas/portal/users/UserListPage.tsx", "@/shared/table/Table"],
    ["areas/portal/users/UserListPage.tsx", "@/areas/portal/kit/status"],
    ["areas/portal/users/UsersPages.spec.tsx", "@/areas/portal/shell/AdminLayout"],
    ["areas/portal/users/UsersPages.spec.tsx", "@/testing/renderApp"],
    ["areas/portal/users/testing/users.tsx", "@/testing/renderApp"],
    ["areas/portal/shell/sidebar.ts", "@/areas/portal/menu"],
    ["areas/portal/users/route.ts", "@/areas/portal/frames"],
    ["areas/portal/frames.ts", "@/areas/portal/tenants/vendors/queries"],
    ["features/counter/card/CardDesk.tsx", "@/features/card/Card"],
    ["session/region.ts", "@/lib/storage"],
    ["paths.spec.ts", "@/paths"],
    ["ui/form/Button.tsx", "react"],
    ["ui/form/Button.tsx", "@/brands/current"],
    ["brands/paper/index.ts", "@/brands/brand"],
    ["brands/paper/landing/Hero.tsx", "@/shared/page/PageHeading"],
    ["brands/paper/landing/Hero.tsx", "../art/street.svg?url"],
    ["areas/shop/front/landing/LandingPage.tsx", "@/brands/current/landing/Hero"],
    ["app/main.tsx", "@/styles/index.css"],
  ])("allows %s → %s", (importer, specifier) => {
    expect(findFault(importer, specifier)).toBeUndefined();
  });
});

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
        "areas/public/shop/refused.tsx: Import from another folder by its full name",
        "areas/public/shop/refused.tsx: Nothing imports @/routes",
        "areas/public/shop/refused.tsx: areas/public may not import areas/account",
        "areas/public/shop/refused.tsx: areas/public may not import areas/admin",
        "areas/public/shop/refused.tsx: areas/public may not import areas/admin",
        "areas/public/shop/refused.tsx: areas/public may not import areas/admin",
        "areas/public/shop/refused.tsx: areas/public may not import shared/table",
        "areas/public/shop/refused.tsx: areas/public may not import ui/rich",
        "areas/public/shop/refused.tsx: areas/public may not import ui/rich",
        "lib/refused.ts: lib may not import ui",
        "shared/page/refused.tsx: shared may not import areas/public",
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
    ["shared/page/Page.tsx", "@/areas/public/shell/PublicLayout"],
    ["shared/page/Page.tsx", "@/features/card/Card"],
    ["features/card/Card.tsx", "@/ui/rich/Menu"],
    ["features/card/Card.tsx", "@/areas/public/shell/PublicLayout"],
    ["areas/public/landing/LandingPage.tsx", "@/features/counter/card/CardDesk"],
    ["areas/admin/users/UserListPage.tsx", "@/areas/admin/shell/places"],
    ["areas/admin/kit/fields.tsx", "@/areas/admin/users/UserFields"],
    ["areas/admin/users/UserListPage.tsx", "@/areas/admin/resources"],
    ["areas/public/landing/LandingPage.tsx", "@/shared/table/Table"],
    ["areas/consumer/wallet/WalletPage.tsx", "@/areas/public/landing/Hero"],
    ["api/client.ts", "@/session/region"],
    ["lib/money.ts", "@/ui/form/Button"],
    ["areas/public/landing/LandingPage.tsx", "@/main"],
    ["areas/public/landing/LandingPage.tsx", "@/testing/renderApp"],
    ["areas/public/landing/LandingPage.tsx", "@/brands/funray"],
    ["shared/page/Page.tsx", "@/brands/current/landing/Hero"],
    ["brands/funray/index.ts", "@/ui/form/Button"],
  ])("refuses %s → %s", (importer, specifier) => {
    expect(findFault(importer, specifier)).toBeDefined();
  });

  it.each([
    ["routes.tsx", "@/areas/admin/users/UserListPage"],
    ["main.tsx", "@/routes"],
    ["shared/table/Table.tsx", "@/ui/rich/Menu"],
    ["areas/admin/users/UserListPage.tsx", "@/shared/table/Table"],
    ["areas/admin/users/UserListPage.tsx", "@/areas/admin/kit/status"],
    ["areas/admin/users/UsersPages.spec.tsx", "@/areas/admin/shell/AdminLayout"],
    ["areas/admin/users/UsersPages.spec.tsx", "@/testing/renderApp"],
    ["areas/admin/users/testing/users.tsx", "@/testing/renderApp"],
    ["areas/admin/shell/sidebar.ts", "@/areas/admin/resources"],
    ["areas/admin/resources.ts", "@/areas/admin/kit/declareResource"],
    ["features/counter/card/CardDesk.tsx", "@/features/card/Card"],
    ["session/region.ts", "@/lib/storage"],
    ["paths.spec.ts", "@/paths"],
    ["ui/form/Button.tsx", "react"],
    ["ui/form/Button.tsx", "@/brands/current"],
    ["brands/funray/index.ts", "@/brands/brand"],
    ["brands/funray/landing/Hero.tsx", "@/shared/page/PageHeading"],
    ["brands/funray/landing/Hero.tsx", "../art/street.svg?url"],
    ["areas/public/landing/LandingPage.tsx", "@/brands/current/landing/Hero"],
    ["main.tsx", "@/styles/index.css"],
  ])("allows %s → %s", (importer, specifier) => {
    expect(findFault(importer, specifier)).toBeUndefined();
  });
});

// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { untranslated } from "@/shared/testing/untranslated";
import { fillAll } from "@/shared/testing/fields";
import { inMain, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { CompanyFact } from "./queries";
import { companySchema, factNames } from "./schema";

const fact = (name: string, value: string, changes: Partial<CompanyFact> = {}): CompanyFact => ({
  name,
  value,
  layer: "DEFAULT",
  isExample: false,
  ...changes,
});

const facts = [
  fact("company", "FunRay Community Cards Inc.", { isExample: true }),
  fact("city", "Kingston, ON K7L 2W4", { layer: "ENVIRONMENT" }),
  fact("phone", "613 549-7000", { layer: "SCREEN" }),
];

it("companySchema: has all messages in both languages", () => {
  const empty = Object.fromEntries(factNames.map((name) => [name, ""]));
  expect(untranslated(() => companySchema(factNames), empty)).toEqual([]);
});

describe("CompanyPage", () => {
  beforeEach(() => {
    server.on("GET /System/company", () => ({ companies: [{ brand: "funray", facts }] }));
    server.on("GET /System/go-live", () => ({ lines: [] }));
  });

  it("offers to change facts that no setting of the server gives", async () => {
    server.on("PUT /System/company/funray" as "PUT /System/company/{brand}", () => undefined);
    renderApp(adminPaths.company(), { as: "super administrator" });
    await screen.findByLabelText("Legal name");
    expect(screen.queryByLabelText("City, province and postal code")).toBeNull();
    expect(inMain().getByText("Kingston, ON K7L 2W4")).toBeTruthy();
    expect(
      inMain().getByText("From the environment of the server, and can be changed only there"),
    ).toBeTruthy();
    expect(inMain().getAllByText("Example")).toHaveLength(1);
    fillAll({ "Legal name": "Main Street Cards Ltd." });
    await press("Save the company");
    await waitFor(() =>
      expect(server.asked("PUT /System/company/funray")[0]?.body).toEqual({
        company: "Main Street Cards Ltd.",
        phone: "613 549-7000",
      }),
    );
  });

  it("only shows the facts to other administrators", async () => {
    renderApp(adminPaths.company(), { as: "administrator" });
    await screen.findByText("A super administrator can change them.");
    expect(inMain().queryByRole("textbox")).toBeNull();
    expect(inMain().getByText("FunRay Community Cards Inc.")).toBeTruthy();
  });
});

// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { vendorCount } from "@/api/queries/shopWindow";
import { pageOf, refusal } from "@/api/testing/server";
import { useAddressFilter } from "@/shared/page/useAddressFilter";
import { renderPiece, server } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { ActiveFilters } from "./ActiveFilters";

/** Number of shops for each search text and category. */
let found: Record<string, number>;

beforeEach(() => {
  found = {};
  server.on("GET /Public/Regions", () => []);
  server.on("GET /Public/Vendors", ({ query }) => ({
    ...pageOf([]),
    totalItems: found[`${query.get("searchText") ?? ""}/${query.get("categoryId") ?? ""}`] ?? 0,
  }));
});

function Example() {
  const filter = useAddressFilter();
  return (
    <ActiveFilters
      filter={filter}
      kind={{ parameter: "cate", chosen: filter.read("cate") === "" ? undefined : "Cafés" }}
      countOf={({ kind, ...others }) => vendorCount({ categoryId: kind, ...others })}
      sentence={({ filters }) => `No shop matches ${filters}.`}
      otherwise="No shops yet."
      showAllLabel="Show all shops"
    />
  );
}

const show = (search = "?q=zzqx&cate=cat_1") => renderPiece(<Example />, { at: `/list${search}` });
const ways = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

describe("ActiveFilters", () => {
  it("offers to drop each filter, with the resulting number of entries", async () => {
    found = { "/cat_1": 5, "/": 40 };
    const router = show();
    await waitFor(() => expect(ways()).toEqual(["Without “zzqx” (5)", "Show all shops (40)"]));
    expect(screen.getByText("No shop matches “zzqx” · Cafés.")).toBeDefined();
    await press("Without “zzqx” (5)");
    expect(router.state.location.search).toBe("?cate=cat_1");
  });

  it("does not offer choices without entries", async () => {
    show();
    await waitFor(() => expect(ways()).toEqual([]));
  });

  it("offers the whole list even if it can't be counted", async () => {
    server.on("GET /Public/Vendors", () => refusal(500, {}));
    show();
    await waitFor(() => expect(server.asked("GET /Public/Vendors").length).toBeGreaterThanOrEqual(3));
    expect(ways()).toEqual(["Show all shops"]);
  });

  it("names a single filter once, and offers the whole list", async () => {
    found = { "/": 40 };
    const router = show("?q=zzqx");
    await press("Show all shops (40)");
    expect(router.state.location.search).toBe("");
  });
});

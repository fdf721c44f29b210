import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { vendorPages, vendorQuery } from "@/api/queries/shopWindow";
import { clearUserQueries, invalidate, keyOf } from "@/api/reading";
import { errorFromFailure } from "@/api/error";

const everyVendor = vendorPages({ categoryId: "", searchText: "", regionId: "" });
const campaign = keyOf("/api/v1/Charities/campaigns/{id}", { path: { id: "cmp_1" } });
const charities = keyOf("/api/v1/Charities", { query: { searchText: "food" } });
const regions = keyOf("/api/v1/Regions");

function filled() {
  const client = createQueryClient(() => undefined);
  for (const key of [everyVendor.queryKey, vendorQuery("ten_1").queryKey, campaign, charities, regions]) {
    client.setQueryData(key as readonly unknown[], {});
  }
  const outdated = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey: [path] }) => path);
  return { client, outdated };
}

async function change(mutationFn: () => Promise<unknown>) {
  const { client, outdated } = filled();
  const meta = { invalidates: ["/Charities", "/Public/Vendors", "/Public/vendor/{id}"] } as const;
  const mutation = client.getMutationCache().build(client, { mutationFn, meta });
  await mutation.execute(undefined).catch(() => undefined);
  return outdated();
}

const CHANGED = [
  "/api/v1/Public/Vendors",
  "/api/v1/Public/vendor/{id}",
  "/api/v1/Charities/campaigns/{id}",
  "/api/v1/Charities",
];

describe("keyOf", () => {
  it("contains the call", () => {
    expect(vendorQuery("ten_1").queryKey).toEqual(["/api/v1/Public/vendor/{id}", { path: { id: "ten_1" } }]);
  });

  it("is matched by the paths above it, and no others", async () => {
    const { client, outdated } = filled();
    await invalidate(client, ["/Charities"]);
    expect(outdated()).toEqual(["/api/v1/Charities/campaigns/{id}", "/api/v1/Charities"]);
  });

  it("is matched in upper or lower case", async () => {
    const { client, outdated } = filled();
    client.setQueryData(keyOf("/api/v1/Public/charities/{id}", { path: { id: "ten_2" } }), {});
    await invalidate(client, ["/Public/Charities"]);
    expect(outdated()).toEqual(["/api/v1/Public/charities/{id}"]);
  });
});

describe("invalidate after a change", () => {
  it("invalidates the named paths in the portal and the shop", async () => {
    expect(await change(async () => undefined)).toEqual(CHANGED);
  });

  it("invalidates them after a failure too", async () => {
    expect(await change(vi.fn().mockRejectedValue(errorFromFailure(new TypeError())))).toEqual(CHANGED);
  });
});

describe("clearUserQueries", () => {
  it("keeps public data, and removes what was read for the previous user", () => {
    const { client } = filled();
    clearUserQueries(client);
    const left = client.getQueryCache().getAll();
    expect(left.map(({ queryKey: [path] }) => path)).toEqual(CHANGED.slice(0, 2));
  });
});

// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { keyOf } from "@/api/reading";
import { paths } from "@/paths";
import { order, orderCard } from "@/shared/testing/samples";
import { refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const zoes = orderCard({ isGift: true, to: "Zoe" });

const show = (place = paths.checkoutSuccess("ord_1")) => renderApp(place, { as: "shopper" });

describe("CheckoutSuccessPage", () => {
  it.each(["", "?order=nope", "?order=ord_9"])(
    "redirects to the orders without a paid order (%j)",
    async (search) => {
      server.on("GET /Orders/nope", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }));
      server.on("GET /Orders/ord_9", () => order({ id: "ord_9", status: "Cancelled" }));
      const { router } = show(paths.checkoutSuccess() + search);
      await waitFor(() => expect(router.state.location.pathname).toBe(paths.orders()));
      expect(screen.queryByText(/Congratulations!/)).toBeNull();
    },
  );

  it.each([
    ["Zoe’s gift is on its way", [zoes]],
    ["Your gifts are on their way", [zoes, zoes]],
    ["Your card is ready", [orderCard()]],
    ["Your cards are ready", [orderCard(), zoes]],
  ])("has the title %j", async (title, cards) => {
    const numbered = cards.map((bought, number) => ({ ...bought, id: `crd_${number}` }));
    server.on("GET /Orders/ord_1", () => order({ cards: numbered }));
    show();
    expect(await screen.findByRole("heading", { name: title })).toBeDefined();
  });

  it("shows the cause's share, shares the shop, and links only to the buyer's own cards", async () => {
    const gift = {
      isGift: true,
      to: "Zoe",
      charityName: "Food Bank",
      charityLogoPath: "logo-1",
      charityShare: 2.5,
    };
    server.on("GET /Orders/ord_1", () => order({ cards: [orderCard(gift)] }));
    const share = vi.fn<Navigator["share"]>().mockResolvedValue();
    const writeText = vi.fn<Clipboard["writeText"]>().mockRejectedValue(new Error("not allowed"));
    Object.assign(navigator, { share, clipboard: { writeText } });
    show();
    const heading = await screen.findByRole("heading", { name: "Zoe’s gift is on its way" });
    const thanks = screen.getByText("$2.50 of it goes to Food Bank, paid by the shop.");
    const mark = document.querySelector(".gift-card-ribbon img");
    expect(mark?.getAttribute("src")).toContain("logo-1");
    expect(heading.compareDocumentPosition(thanks)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText("Gift for Zoe, on its way")).toBeDefined();
    expect(screen.queryByRole("link", { name: /my wallet|Open the card/ })).toBeNull();
    const another = screen.getByRole("link", { name: "Give another one" });
    expect(another.getAttribute("href")).toBe(paths.vendor("ten_1"));

    await press("Share this shop");
    const text = "I bought an eGift card from Maple Leaf Books, and $2.50 of it goes to Food Bank.";
    const url = `${location.origin}${paths.vendor("ten_1")}`;
    expect(share).toHaveBeenCalledWith({ title: "Maple Leaf Books on FunRay", text, url });
    await press("Copy the shop’s link");
    expect(writeText).toHaveBeenCalledWith(url);
    await waitFor(() => expect(toasts()[0]).toContain(url));
    Reflect.deleteProperty(navigator, "share");
  });

  it("loads the picture before sharing, and reports a failed share", async () => {
    server.on("GET /Orders/ord_1", () => order());
    server.on("GET /Cards/crd_1/shared-picture", () => {
      return new Response("drawn", { headers: { "content-type": "image/png" } });
    });
    const share = vi.fn<Navigator["share"]>().mockResolvedValue();
    Object.assign(navigator, { share, canShare: () => true });
    const { client } = show();
    const drawn = keyOf("/api/v1/Cards/{id}/shared-picture", { path: { id: "crd_1" } });
    await waitFor(() => expect(client.getQueryData(drawn)).toBeDefined());
    fireEvent.click(screen.getByRole("button", { name: "Share this shop" }));
    // Share immediately: browsers drop the user activation after an `await`.
    const [picture] = share.mock.lastCall?.[0]?.files ?? [];
    expect([picture?.name, picture?.type]).toEqual(["gift-card.png", "image/png"]);

    share.mockRejectedValueOnce(new DOMException("closed", "AbortError"));
    await press("Share this shop");
    expect(toasts()).toEqual([]);
    share.mockRejectedValueOnce(new DOMException("stale", "NotAllowedError"));
    await press("Share this shop");
    await waitFor(() => expect(toasts()[0]).toContain(paths.vendor("ten_1")));
    Reflect.deleteProperty(navigator, "share");
    Reflect.deleteProperty(navigator, "canShare");
  });

  it("names each cause's sum if the cards support several", async () => {
    const sold = [
      { id: "crd_1", charityName: "Food Bank", charityShare: 2.5 },
      { id: "crd_2", charityName: "Shelter", charityShare: 5 },
      { id: "crd_3", charityName: "Food Bank", charityShare: 10 },
    ].map(orderCard);
    server.on("GET /Orders/ord_1", () => order({ cards: sold }));
    show();
    expect(await screen.findByText("$17.50 of it goes to good causes, paid by the shops.")).toBeDefined();
    expect(screen.getByText("$12.50 to Food Bank, paid by the shop")).toBeDefined();
    expect(screen.getByText("$5.00 to Shelter, paid by the shop")).toBeDefined();
  });

  it("shows the progress of the campaigns, with the other supporters and the charity's thanks", async () => {
    const sold = orderCard({ charityName: "Food Bank", charityShare: 2.5 });
    const campaign = {
      id: "cam_1",
      charityId: "ten_2",
      name: "Fill the Freezer",
      charityName: "Food Bank",
      raised: 1240,
      goal: 3000,
      otherSupporters: 41,
      daysLeft: 12,
      thanks: "You fill our freezer!",
    };
    server.on("GET /Orders/ord_1", () => order({ cards: [sold] }));
    server.on("GET /Orders/ord_1/campaigns", () => [
      campaign,
      { ...campaign, id: "cam_2", name: "Boots", otherSupporters: 0, thanks: null },
    ]);
    show();
    const link = await screen.findByRole("link", { name: "You and 41 others support Fill the Freezer." });
    expect(link.getAttribute("href")).toBe(paths.charityVendors("ten_2", "cam_1"));
    expect(screen.getByText("You fill our freezer!")).toBeDefined();
    expect(screen.getByText("You are the first to support Boots.")).toBeDefined();
    expect(screen.getAllByText("41%")).toHaveLength(2);
  });
});

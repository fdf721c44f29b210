// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { cardDetail, nothing } from "@/shared/testing/samples";
import { renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

async function show(card: Parameters<typeof cardDetail>[0], as: "administrator" | "super administrator") {
  server.on("GET /Cards/crd_1", () => cardDetail({ vendorId: "ten_books", orderId: "ord_1", ...card }));
  const { place } = renderApp(adminPaths.vendorArea("ten_books").card("crd_1"), { as });
  await screen.findByRole("heading", { name: "What happened" });
  return { place, menu: within(await screen.findByLabelText("Actions")) };
}

const inMenu = { hidden: true };
const timeline = () => server.asked("GET /Helpdesk/cases/card/crd_1/timeline").length;

beforeEach(() => {
  server.on("GET /Vendors/ten_books", () => ({ displayName: "Maple Leaf Books", state: "ACTIVE" }));
  server.on("GET /Cards/crd_1/transactions", () => nothing);
});

it("SupportCard: resends an unclaimed gift to a corrected address, only from the menu", async () => {
  server.on("POST /Cards/crd_1/resend-gift-card", () => undefined);
  const gift = { isGift: true, to: "Nana", recipientEmail: "nana@hom.example", claimedAt: null };
  const { menu } = await show(gift, "administrator");
  const names = menu.getAllByRole("button", inMenu).map(({ textContent }) => textContent);
  expect(names).toEqual(["Send the gift again", "Report lost", "Refund cards", "Deactivate"]);
  expect(menu.getByRole("button", { ...inMenu, name: "Deactivate" }).hasAttribute("disabled")).toBe(true);
  await press("Send the gift again", inMenu);
  fireEvent.change(await screen.findByLabelText("Recipient Email"), {
    target: { value: "nana@home.example" },
  });
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "A letter was missing" } });
  const before = timeline();
  await press("Send");
  await expect
    .poll(() => server.asked("POST /Cards/crd_1/resend-gift-card").map(({ body }) => body))
    .toEqual([{ recipientEmail: "nana@home.example", reason: "A letter was missing" }]);
  await expect.poll(timeline).toBeGreaterThan(before);
});

it("SupportCard: lets a super administrator freeze and unfreeze a card", async () => {
  const { menu } = await show({ isDeactive: true }, "super administrator");
  expect(menu.getByRole("button", { ...inMenu, name: /Reactivate/ }).hasAttribute("disabled")).toBe(false);
  expect(menu.getByRole("button", { ...inMenu, name: /Send/ }).hasAttribute("disabled")).toBe(true);
});

it("SupportCard: sends a new link of a lost unclaimed gift to its address", async () => {
  await show(
    { isMine: false, isGift: true, recipientEmail: "nana@home.example", claimedAt: null },
    "administrator",
  );
  await press("Report lost", inMenu);
  expect(await screen.findByText(/We send the new link to nana@home.example/)).toBeDefined();
});

it("SupportCard: refunds on the page of the card's order", async () => {
  server.on("GET /Helpdesk/orders/ord_1", () => Response.json({}, { status: 404 }));
  const { place } = await show({}, "administrator");
  await press("Refund cards", inMenu);
  await expect.poll(place).toBe(adminPaths.order("ord_1"));
});

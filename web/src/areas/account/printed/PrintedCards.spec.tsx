// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { saveFile } from "@/lib/saveFile";
import { paths } from "@/paths";
import { address } from "@/shared/testing/samples";
import { refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

vi.mock("@/lib/saveFile", () => ({ saveFile: vi.fn<typeof saveFile>() }));

const OPEN = "POST /Accounts/closed-cards";

const card = (number: number) => ({
  id: `c${number}`,
  vendorName: "Maple Leaf Books",
  vendorLogoPath: null,
  vendorHue: 30,
  vendorAddress: address,
  cardNumber: `400000000000${1000 + number}`,
  qrCode: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
  cardBalance: 25,
  isDeactive: number === 2,
});

function page(query: URLSearchParams) {
  const pageIndex = Number(query.get("pageIndex"));
  return { items: [card(pageIndex)], pageIndex, pageSize: 1, totalPages: 2, totalItems: 2 };
}

async function show(path: string) {
  renderApp(path, { as: path === paths.accountCards() ? "shopper" : "guest" });
  await screen.findByRole("heading", { level: 1 });
}

beforeEach(() => vi.clearAllMocks());

describe("PrintedCardsPage", () => {
  it("shows the cards of all pages with number and code, and saves them as text", async () => {
    server.on("GET /Accounts/me/cards", ({ query }) => page(query));
    await show(paths.accountCards());
    expect(await screen.findByText("4000 0000 0000 1001")).toBeDefined();
    expect(screen.getByText("4000 0000 0000 1002")).toBeDefined();
    expect(screen.getAllByRole("img", { name: /code/i })).toHaveLength(2);
    expect(screen.getAllByText(/^Deactivated/)).toHaveLength(1);
    await press("Save as a text file");
    const [name, text] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("funray-my-cards.txt");
    expect(text).toContain("4000 0000 0000 1002\nFR1:0123456789ABCDEFGHJKMNPQRSTVWXYZ");
  });
});

describe("ClosedCardsPage", () => {
  it("opens nothing before the button is pressed, and then shows until when", async () => {
    server.on(OPEN, ({ query }) => ({ cards: page(query), expiresAt: "2026-03-05T20:04:00Z" }));
    await show(`${paths.closedCards()}#code=4w7q`);
    expect(server.asked(OPEN)).toEqual([]);
    await press("Show my cards");
    expect(await screen.findByText("4000 0000 0000 1002")).toBeDefined();
    expect(screen.getByText(/After Mar 5, 2026, 3:04/)).toBeDefined();
    expect(server.asked(OPEN).map(({ body }) => body)).toEqual([{ code: "4w7q" }, { code: "4w7q" }]);
  });

  it("reports an invalid link, with the address of support", async () => {
    const dead = "This link doesn’t work any more";
    await show(paths.closedCards());
    expect(screen.getByRole("heading", { name: dead })).toBeDefined();
    cleanup();
    server.on(OPEN, () => refusal(400, { errorCode: "DEAD_LINK", errorMessage: "No.", traceId: "t" }));
    await show(`${paths.closedCards()}#code=4w7q`);
    await press("Show my cards");
    await screen.findByRole("heading", { name: dead });
    expect(screen.getByRole("link", { name: "Write to us" })).toBeDefined();
  });
});

// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { pageOf } from "@/api/testing/server";
import { usePageActions } from "@/shared/page/pageActions";
import { renderPiece, server, signInAs, type Who } from "@/shared/testing/render";
import { nothing } from "@/shared/testing/samples";
import { Palette } from "./Palette";

const NUMBER = "1234567890123456";
const CODE = `FR1:${"7K".repeat(16)}`;
const noneAtDesk = { cards: [], orders: [], people: [], cardCount: 0, orderCount: 0, personCount: 0 };
const card = { id: "crd_1", vendorId: "ten_1", cardNumber: NUMBER, holderName: "Ann", vendorName: "Maple" };

const onExport = vi.fn<() => void>();
const onListShortcuts = vi.fn<() => void>();
const onClose = vi.fn<() => void>();

function PageBehind() {
  usePageActions([{ label: "Export", icon: "download", run: onExport }]);
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <Palette onClose={onClose} onListShortcuts={onListShortcuts} />
  ) : (
    <button type="button" onClick={() => setIsOpen(true)}>
      Open
    </button>
  );
}

function show(as: Who) {
  signInAs(as);
  const router = renderPiece(<PageBehind />);
  fireEvent.click(screen.getByText("Open"));
  return router;
}

const type = (text: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value: text } });
const press = (key: string) => fireEvent.keyDown(screen.getByRole("combobox"), { key });

beforeEach(() => {
  vi.clearAllMocks();
  server.on("GET /Helpdesk/search", () => ({ ...noneAtDesk, cards: [card], cardCount: 1 }));
  for (const path of ["/Vendors", "/Charities", "/Charities/campaigns", "/Cards", "/Accounts"] as const) {
    server.on(`GET ${path}`, () => nothing);
  }
});

describe("Palette", () => {
  it("does what the page behind it can do", () => {
    show("administrator");
    type("expo");
    press("Enter");
    expect(onExport).toHaveBeenCalledOnce();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("finds records on the server, and goes to the one that is chosen", async () => {
    const vendor = { id: "ten_7", displayName: "Maple Leaf Books", businessNumber: "123" };
    server.on("GET /Vendors", () => pageOf([vendor]));
    const router = show("administrator");
    type("maple leaf");
    fireEvent.click(await screen.findByRole("option", { name: /Maple Leaf Books/ }));
    expect(router.state.location.pathname).toBe("/admin/vendors/view/ten_7/information");
  });

  it("opens the card whose whole number was pasted", async () => {
    const router = show("administrator");
    type("1234 5678 9012 3456");
    await waitFor(() =>
      expect(router.state.location.pathname).toBe("/admin/vendors/view/ten_1/cards-transaction/crd_1"),
    );
  });

  it("looks a scanned code up, and searches for it nowhere", async () => {
    const lookUp = `GET /Cards/codes/${encodeURIComponent(CODE)}` as const;
    server.on(lookUp, () => ({ id: "crd_1", vendorId: "ten_1" }));
    const router = show("administrator");
    type(CODE);
    await waitFor(() => expect(router.state.location.pathname).toContain("crd_1"));
    expect(server.asked("GET /Helpdesk/search")).toEqual([]);
  });

  it.each<[Who, string[]]>([
    ["administrator", ["/Helpdesk/search", "/Vendors", "/Charities", "/Charities/campaigns"]],
    ["manager", ["/Cards", "/Accounts"]],
    ["charity manager", ["/Charities/campaigns"]],
  ])("asks for a(n) %s only what they may see", async (who, paths) => {
    show(who);
    type("ann");
    await waitFor(() => expect(server.asked(`GET ${paths[0]}`)).toHaveLength(1));
    const all = ["/Helpdesk/search", "/Vendors", "/Charities", "/Charities/campaigns", "/Cards", "/Accounts"];
    expect(all.filter((path) => server.asked(`GET ${path}`).length > 0)).toEqual(paths);
  });

  it("says when nothing matches", async () => {
    server.on("GET /Helpdesk/search", () => noneAtDesk);
    show("administrator");
    type("zzzz");
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Nothing matches “zzzz”"));
    expect(screen.queryByRole("listbox")).toBeNull();
  });
});

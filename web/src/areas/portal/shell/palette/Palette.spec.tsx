// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { renderPiece, server, signInAs, type Who } from "@/shared/testing/render";
import { nothing } from "@/shared/testing/samples";
import { Palette } from "./Palette";

const NUMBER = "1234567890123456";
const CODE = `FR1:${"7K".repeat(16)}`;
const noneAtDesk = { cards: [], orders: [], people: [], cardCount: 0, orderCount: 0, personCount: 0 };
const card = { id: "crd_1", vendorId: "ten_1", cardNumber: NUMBER, holderName: "Ann", vendorName: "Maple" };

const onListShortcuts = vi.fn<() => void>();
const onClose = vi.fn<() => void>();

function PageBehind() {
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

beforeEach(() => {
  vi.clearAllMocks();
  server.on("GET /Helpdesk/search", () => ({ ...noneAtDesk, cards: [card], cardCount: 1 }));
  for (const path of ["/Vendors", "/Charities", "/Charities/campaigns", "/Cards", "/Accounts"] as const) {
    server.on(`GET ${path}`, () => nothing);
  }
});

describe("Palette", () => {
  it("looks up a scanned code, and never sends it as a search text", async () => {
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
  ])("asks the server, as a(n) %s, only for what they may see", async (who, paths) => {
    show(who);
    type("ann");
    await waitFor(() => expect(server.asked(`GET ${paths[0]}`)).toHaveLength(1));
    const all = ["/Helpdesk/search", "/Vendors", "/Charities", "/Charities/campaigns", "/Cards", "/Accounts"];
    expect(all.filter((path) => server.asked(`GET ${path}`).length > 0)).toEqual(paths);
  });

  it("says that nothing matches", async () => {
    server.on("GET /Helpdesk/search", () => noneAtDesk);
    show("administrator");
    type("zzzz");
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Nothing matches “zzzz”"));
    expect(screen.queryByRole("listbox")).toBeNull();
  });
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderPiece, server, toasts } from "@/shared/testing/render";
import { DrawerCount } from "./DrawerCount";

const field = () => screen.getByLabelText<HTMLInputElement>("Cash payouts counted in the drawer");
const show = (day: string) => renderPiece(<DrawerCount vendorId="ten_1" day={day} paidOut={4.5} />);
const count = (text: string) => fireEvent.change(field(), { target: { value: text } });

beforeEach(() => localStorage.clear());

const closeDay = () => fireEvent.click(screen.getByRole("button", { name: "Close the day" }));

describe("DrawerCount", () => {
  it.each([
    ["4.50", "The drawer and the books agree."],
    ["6", "$1.50 more than in the books"],
    ["4", "$0.50 less than in the books"],
  ])("compares %s with the cash payouts in the ledger", (counted, verdict) => {
    show("2026-03-10");
    expect(screen.queryByText(/books/)).toBeNull();
    count(counted);
    expect(screen.getByText(verdict)).toBeDefined();
  });

  it("closes the day with the count, and says whether the managers get an email", async () => {
    let mailedManagers = 2;
    const closed: unknown[] = [];
    server.on("POST /Vendors/ten_1/counter-day/closed", ({ body }) => {
      closed.push(body);
      return { day: "2026-03-10", mailedManagers };
    });
    show("2026-03-10");
    closeDay();
    await waitFor(() => expect(toasts()).toEqual(["Day closed. The managers get the sums by email."]));
    mailedManagers = 0;
    count("4.50");
    closeDay();
    await waitFor(() => expect(toasts()).toContain("Day closed"));
    expect(closed).toEqual([{ day: "2026-03-10" }, { day: "2026-03-10", counted: 4.5 }]);
  });

  it("keeps the count for that day only", () => {
    show("2026-03-10");
    count("4.5");
    cleanup();
    show("2026-03-11");
    expect(field().value).toBe("");
    cleanup();
    show("2026-03-10");
    expect(field().value).toBe("4.5");
  });
});

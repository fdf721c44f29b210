// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addMailedTicket } from "./mailedTickets";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

describe("addMailedTicket", () => {
  it("returns the tickets of the same address, newest first", () => {
    expect(addMailedTicket("ann@shop.ca", "t1")).toEqual(["t1"]);
    expect(addMailedTicket("bob@shop.ca", "t2")).toEqual(["t2"]);
    expect(addMailedTicket("ann@shop.ca", "t3")).toEqual(["t3", "t1"]);
  });

  it("drops expired tickets", () => {
    addMailedTicket("ann@shop.ca", "t1");
    vi.advanceTimersByTime(15 * 60_000);
    expect(addMailedTicket("ann@shop.ca", "t2")).toEqual(["t2"]);
  });

  it("returns at most ten tickets", () => {
    for (let number = 1; number <= 12; number++) addMailedTicket("ann@shop.ca", `t${number}`);
    expect(addMailedTicket("ann@shop.ca", "t13")).toHaveLength(10);
  });

  it("returns only the new ticket if the stored text is invalid", () => {
    sessionStorage.setItem("mailedTickets", "{");
    expect(addMailedTicket("ann@shop.ca", "t1")).toEqual(["t1"]);
  });
});

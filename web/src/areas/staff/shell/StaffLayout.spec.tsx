// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece, signInAs } from "@/shared/testing/render";
import { StaffLayout } from "./StaffLayout";

it("StaffLayout: the lock is an icon on a phone, and is called by its words all the same", () => {
  signInAs("clerk", { till: "Front", idleMinutes: 10 });
  renderPiece(<StaffLayout />);
  const lock = screen.getByRole("button", { name: "Lock" });
  expect(lock.title).toBe("Lock");
  expect(screen.getByText("Lock").className).toBe("max-sm:sr-only");
});

// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { press } from "@/ui/testing/press";
import { desk, server, show, showTo, toasts } from "@/features/counter/testing/desk";

it("CardDeskFacts: sends a card that is no gift to the cardholder's address again", async () => {
  desk.card = { ...desk.card, isGift: false, email: "ann@home.example" };
  server.on("POST /Cards/crd_1/resend-gift-card", () => undefined);
  await show();
  expect(screen.queryByRole("button", { name: "Send the card again" })).toBeNull();
  await showTo(["ADMINISTRATOR"]);
  await press("Send the card again");
  await screen.findByText(/ann@home\.example once more/, {}, { timeout: 20_000 });
  expect(screen.queryByLabelText("Recipient Email")).toBeNull();
  await press("Send");
  await waitFor(() => expect(toasts()[0]).toMatch(/^Resent mail to /));
  expect(server.asked("POST /Cards/crd_1/resend-gift-card")[0]?.body).toEqual({
    recipientEmail: "ann@home.example",
  });
});

it("CardDeskFacts: does not call an opened gift unsent if its email is no longer known", async () => {
  desk.card = { ...desk.card, isGift: true, mailedAt: null, openedAt: "2026-11-01T15:00:00Z" };
  await show();
  expect(screen.getByText("Opened")).toBeDefined();
  expect(screen.queryByText("Emailed")).toBeNull();
});

describe("CardDeskFacts: an unclaimed gift", () => {
  it("is sent to the same address again by a manager", async () => {
    desk.card = {
      ...desk.card,
      isGift: true,
      to: "Nana",
      recipientEmail: "nana@home.example",
      claimedAt: null,
    };
    await show();
    expect(screen.getByText("Emailed").nextElementSibling?.textContent).toBe("Not yet");
    expect(screen.queryByRole("button", { name: "Send the gift again" })).toBeNull();
    server.on("POST /Cards/crd_1/resend-gift-card", () => undefined);
    await showTo(["MANAGER"]);
    await press("Send the gift again");
    await screen.findByText(/Only its buyer/, {}, { timeout: 20_000 });
    expect(screen.queryByLabelText("Recipient Email")).toBeNull();
    await press("Send");
    await waitFor(() => expect(toasts()[0]).toMatch(/^Resent mail to /));
    expect(server.asked("POST /Cards/crd_1/resend-gift-card")[0]?.body).toEqual({
      recipientEmail: "nana@home.example",
    });
  });
});

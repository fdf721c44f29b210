// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { replaceProfile, type Profile } from "@/session/current";
import { fill } from "@/shared/testing/visit";
import { PurchaseForm } from "./PurchaseForm";

const ann = { userId: "per_1", displayName: "Ann Roy" } as Profile;
const nothing = () => undefined;

afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

function show(): void {
  const element = (
    <PurchaseForm amounts={[25]} chosen={25} onGlimpse={nothing} onSubmit={async () => undefined}>
      <p>What it does</p>
    </PurchaseForm>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

function giveAway(): void {
  show();
  fireEvent.click(screen.getByRole("radio", { name: "As a gift" }));
}

it("says right under the amounts what they do, before it asks anything else", () => {
  show();
  const [amount, words, gift] = [
    screen.getByRole("radio", { name: "$25" }),
    screen.getByText("What it does"),
    screen.getByRole("radio", { name: "As a gift" }),
  ];
  expect(amount.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(words.compareDocumentPosition(gift) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

const from = () => screen.getByLabelText<HTMLInputElement>("From").value;

it("signs a gift with the name of who is signed in, and with nobody's for a guest", async () => {
  giveAway();
  expect(from()).toBe("");
  await act(async () => replaceProfile(ann));
  expect(from()).toBe("Ann Roy");
});

it("signs it, too, when somebody decides for a gift later", async () => {
  replaceProfile(ann);
  giveAway();
  expect(from()).toBe("Ann Roy");
});

it("leaves alone what somebody has written", async () => {
  giveAway();
  fill("From", "Your Annie");
  await act(async () => replaceProfile(ann));
  expect(from()).toBe("Your Annie");
});

it("shows a gift's words as they will be read, and how much room is left for them", () => {
  giveAway();
  fill("To", "Zoé");
  fireEvent.change(screen.getByLabelText(/^Gift Message/), { target: { value: "Enjoy!" } });
  expect(screen.getByText("For Zoé")).toBeDefined();
  expect(screen.getByText("Enjoy!", { selector: "p" })).toBeDefined();
  expect(screen.getByText("6 of 500 characters")).toBeDefined();
});

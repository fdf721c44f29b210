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

function giveAway(): void {
  const element = (
    <PurchaseForm amounts={[25]} chosen={25} onAmount={nothing} onSubmit={async () => undefined} />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  fireEvent.click(screen.getByRole("checkbox"));
}

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

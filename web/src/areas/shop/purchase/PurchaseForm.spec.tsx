// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fill } from "@/shared/testing/fields";
import { renderPiece, signInAs } from "@/shared/testing/render";
import { clearDraft } from "./draft";
import { PurchaseForm } from "./PurchaseForm";

const nothing = () => undefined;

afterEach(clearDraft);

function show(): void {
  renderPiece(
    <PurchaseForm
      shopId="ten_1"
      amounts={[25]}
      chosen={25}
      onGlimpse={nothing}
      onSubmit={async () => undefined}
      listPath="/shop-vendors/gift-list/ten_1"
    >
      <p>What it does</p>
    </PurchaseForm>,
  );
}

function giveAway(): void {
  show();
  fireEvent.click(screen.getByRole("radio", { name: "As a gift" }));
}

it("PurchaseForm: shows the choice of the recipient below the amounts, before the explanation of the amount", () => {
  show();
  const [amount, words, gift] = [
    screen.getByRole("radio", { name: "$25" }),
    screen.getByText("What it does"),
    screen.getByRole("radio", { name: "As a gift" }),
  ];
  expect(amount.compareDocumentPosition(gift) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(gift.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

const from = () => screen.getByLabelText<HTMLInputElement>("From").value;

it("PurchaseForm: fills in the giver's name for signed-in users, not for guests", async () => {
  giveAway();
  expect(from()).toBe("");
  await act(async () => signInAs("shopper"));
  expect(from()).toBe("Ann Roy");
});

it("PurchaseForm: fills in the giver's name when the shopper switches to a gift", async () => {
  signInAs("shopper");
  giveAway();
  expect(from()).toBe("Ann Roy");
});

const day = () => screen.queryByLabelText<HTMLInputElement>("Day");

it("PurchaseForm: lets the giver choose a day, and forgets it for a gift that is sent at once", () => {
  giveAway();
  expect(day()).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "On a day" }));
  expect(day()?.value).toBe("");
  expect(screen.getByLabelText<HTMLSelectElement>("Hour").value).toBe("9");
  expect(screen.getByLabelText<HTMLSelectElement>("Time zone of the recipient").value).toBe("");
  fireEvent.click(screen.getByRole("radio", { name: "Right after payment" }));
  expect(day()).toBeNull();
});

it("PurchaseForm: asks for recipient and giver in words", () => {
  giveAway();
  expect(screen.getByRole("textbox", { name: "To", description: "Who is it for?" })).toBeDefined();
  expect(screen.getByRole("textbox", { name: "From", description: "Who is it from?" })).toBeDefined();
});

it("PurchaseForm: does not overwrite typed text", async () => {
  giveAway();
  fill("From", "Your Annie");
  await act(async () => signInAs("shopper"));
  expect(from()).toBe("Your Annie");
});

it("PurchaseForm: previews a gift's message, with the remaining length", () => {
  giveAway();
  fill("To", "Zoé");
  fireEvent.change(screen.getByLabelText(/^Gift Message/), { target: { value: "Enjoy!" } });
  expect(screen.getByText("For Zoé")).toBeDefined();
  expect(screen.getByText("Enjoy!", { selector: "p" })).toBeDefined();
  expect(screen.getByText("6 of 500 characters")).toBeDefined();
});

it("PurchaseForm: keeps typed values in the tab until they are in the cart or discarded", () => {
  giveAway();
  fill("To", "Zoé");
  cleanup();
  show();
  expect(screen.getByLabelText<HTMLInputElement>("To").value).toBe("Zoé");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "As a gift" }).checked).toBe(true);
});

async function paste(text: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: "Paste several" }));
  const field = await screen.findByLabelText(/^Names and email addresses/);
  fireEvent.change(field, { target: { value: text } });
}

const values = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label).map(({ value }) => value);

it("PurchaseForm: fills the empty fields of the gift and adds further recipients from pasted text", async () => {
  giveAway();
  await paste("Zoé, zoe@team.example\nBob, bob@team.example");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Add 2 people" })));
  await screen.findByText("Recipient 2");
  expect(values("To")).toEqual(["Zoé", "Bob"]);
  expect(values("Recipient Email")).toEqual(["zoe@team.example", "bob@team.example"]);
  expect(values("Confirm Email")).toEqual(["zoe@team.example"]);
  expect(screen.getByText("$50")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Remove Bob" }));
  expect(values("To")).toEqual(["Zoé"]);
});

it("PurchaseForm: takes no more pasted recipients than the cart holds", async () => {
  giveAway();
  await paste(Array.from({ length: 50 }, (_, place) => `friend${place}@team.example`).join("\n"));
  expect(screen.getByText(/^Your cart has room for 49 more/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add 50 people" }).disabled).toBe(true);
});

it("PurchaseForm: accepts any amount within the shop's limits", () => {
  renderPiece(
    <PurchaseForm
      shopId="ten_1"
      amounts={[25]}
      custom={{ from: 10, to: 200 }}
      chosen={25}
      onGlimpse={nothing}
      onSubmit={async () => undefined}
      listPath="/shop-vendors/gift-list/ten_1"
    />,
  );
  const radio = screen.getByRole<HTMLInputElement>("radio", { name: "$25" });
  const other = screen.getByLabelText<HTMLInputElement>(/^Other amount/);
  expect(radio.checked).toBe(true);
  fireEvent.change(other, { target: { value: "37" } });
  expect(radio.checked).toBe(false);
  expect(screen.getByText("$37")).toBeDefined();
  fireEvent.click(radio);
  expect([radio.checked, other.value]).toEqual([true, ""]);
});

it("PurchaseForm: has no field for other amounts if the shop sells none", () => {
  show();
  expect(screen.queryByLabelText(/^Other amount/)).toBeNull();
});

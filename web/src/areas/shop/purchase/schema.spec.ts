import { describe, expect, it } from "vitest";
import { businessToday } from "@/lib/dates";
import { noPurchase, type Purchase } from "./purchase";
import { purchaseSchema } from "./schema";

const card: Purchase = { ...noPurchase, amount: 25 };
const gift: Purchase = {
  ...card,
  isGift: true,
  to: "Aunt Margaret",
  recipientEmail: "margaret@demo.test",
  confirmEmail: "margaret@demo.test",
  from: "Ann",
};

const offer = { amounts: [25, 50], custom: { from: 10, to: 200 } };

function faultsOf(purchase: Purchase): Record<string, string> {
  const issues = purchaseSchema(offer).safeParse(purchase).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

it.each([
  ["a card", card],
  ["another amount within the limits of the shop", { ...card, amount: 37 }],
  ["twenty cards", { ...card, quantity: 20 }],
  ["a gift", gift],
  ["a gift with a message", { ...gift, giftMessage: "Happy birthday!" }],
  ["a gift whose addresses differ in case", { ...gift, confirmEmail: " Margaret@Demo.test " }],
  ["a gift that is sent on a day", { ...gift, sendOn: businessToday(), sendHour: 9, sendZone: null }],
  ["a card after switching back from a gift", { ...gift, isGift: false, to: "", recipientEmail: "x" }],
] satisfies [string, Purchase][])("purchaseSchema: accepts %s", (_, purchase) => {
  expect(faultsOf(purchase)).toEqual({});
});

describe("purchaseSchema: rejects", () => {
  it.each([
    [
      "no amount",
      { amount: 0 },
      "amount",
      "Card Amount field is required. Pick an amount and watch the card.",
    ],
    ["cents", { amount: 37.5 }, "amount", "Please enter whole dollars from $10 to $200, without cents."],
    [
      "an amount above the limits of the shop",
      { amount: 201 },
      "amount",
      "Please enter whole dollars from $10 to $200, without cents.",
    ],
    ["nobody to give it to", { to: " " }, "to", "To field is required. Who is it for?"],
    ["no address", { recipientEmail: "" }, "recipientEmail", "Recipient Email field is required."],
    ["a wrong address", { recipientEmail: "margaret@" }, "recipientEmail", "Email is not in correct format."],
    ["no second address", { confirmEmail: "" }, "confirmEmail", "Confirm Email field is required."],
    [
      "another second address",
      { confirmEmail: "margret@demo.test" },
      "confirmEmail",
      "Confirm email didn't match Recipient Email.",
    ],
    ["no day", { sendOn: "" }, "sendOn", "Please choose a day."],
    ["a past day", { sendOn: "2020-12-25" }, "sendOn", "Choose a day from today on, within a year."],
    ["a day too far off", { sendOn: "2999-12-25" }, "sendOn", "Choose a day from today on, within a year."],
    ["nobody who gives it", { from: "" }, "from", "From field is required."],
    [
      "a message that is too long",
      { giftMessage: "a".repeat(501) },
      "giftMessage",
      "Gift Message has a maximum limit of 500 characters.",
    ],
  ])("%s", (_, change, field, message) => {
    expect(faultsOf({ ...gift, ...change })[field]).toBe(message);
  });

  it("faults of further recipients, unless the card is for the buyer", () => {
    const others = [
      { to: "Bob", recipientEmail: "bob@team.example", giftMessage: "", sendOn: "" },
      { to: "", recipientEmail: "cy@", giftMessage: "", sendOn: "2020-12-25" },
    ];
    expect(Object.keys(faultsOf({ ...gift, others })).toSorted()).toEqual([
      "others.1.recipientEmail",
      "others.1.sendOn",
      "others.1.to",
    ]);
    expect(faultsOf({ ...gift, isGift: false, others })).toEqual({});
  });

  it.each([0, 21, 1.5, Number.NaN])("%d cards", (quantity) => {
    expect(Object.keys(faultsOf({ ...card, quantity }))).toEqual(["quantity"]);
  });

  it("all missing fields at once", () => {
    const faults = faultsOf({ ...noPurchase, isGift: true });
    expect(Object.keys(faults).toSorted()).toEqual([
      "amount",
      "confirmEmail",
      "from",
      "recipientEmail",
      "to",
    ]);
  });
});

import { expect, it } from "vitest";
import type { PublicCampaign, PublicCharity, PublicVendor } from "@/api/queries/shopWindow";
import { address } from "@/shared/testing/samples";
import { cartItem, cartItems } from "./cartItem";
import { noPurchase, type Purchase } from "./purchase";

const vendor: PublicVendor = {
  id: "ten_1",
  displayName: "Maple Leaf Books",
  legalName: "Maple Leaf Books Inc.",
  address,
  website: null,
  description: null,
  logoPath: "img_1",
  hue: 27,
  phone: null,
  openingHours: null,
  frenchOpeningHours: null,
  products: null,
  photoPath: null,
  distance: null,
  amount: "Amount25,Amount50",
  customAmount: null,
  charityRate: 10,
  key: null,
  value: null,
  frenchValue: null,
};

const charity: PublicCharity = {
  id: "ten_2",
  displayName: "Riverside Food Bank",
  legalName: "Riverside Food Bank",
  address,
  website: null,
  introduction: null,
  description: null,
  logoPath: null,
  hue: null,
  phone: null,
  openingHours: null,
  frenchOpeningHours: null,
  registrationNumber: null,
  key: null,
  value: null,
  frenchValue: null,
};

const campaign: PublicCampaign = {
  id: "cmp_1",
  name: "A new fridge van",
  description: null,
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  charityId: charity.id,
  charityName: charity.displayName,
  charityLogoPath: null,
  campaignUrl: null,
  logoPath: "img_2",
  hue: null,
  goal: null,
  raised: 0,
  supporters: 0,
  daysLeft: 12,
  thanks: null,
  isActive: true,
  isRunning: true,
};

const gift: Purchase = {
  amount: 50,
  quantity: 3,
  isGift: true,
  to: " Aunt Margaret ",
  recipientEmail: "margaret@demo.test ",
  confirmEmail: "margaret@demo.test",
  from: "Ann",
  giftMessage: "Happy birthday!",
  others: [],
};

it("cartItem: returns a card of type 1 for a cause, with all data that the cart shows", () => {
  expect(cartItem(gift, vendor, { campaign, charity })).toEqual({
    campaignId: "cmp_1",
    campaign: { name: "A new fridge van", logoPath: "img_2" },
    charity: { name: "Riverside Food Bank", logoPath: null },
    vendorId: "ten_1",
    vendor: { displayName: "Maple Leaf Books", logoPath: "img_1", hue: 27, address },
    cardName: "Maple Leaf Books",
    type: 1,
    quantity: 3,
    price: 50,
    total: 150,
    charityRate: 10,
    isGift: true,
    to: "Aunt Margaret",
    recipientEmail: "margaret@demo.test",
    confirmEmail: "margaret@demo.test",
    from: "Ann",
    giftMessage: "Happy birthday!",
  });
});

it("cartItem: returns a card of type 2 without a cause", () => {
  const item = cartItem({ ...noPurchase, amount: 25 }, vendor);
  expect(item).toMatchObject({
    type: 2,
    campaignId: null,
    campaign: null,
    charity: null,
    quantity: 1,
    total: 25,
  });
});

it("cartItem: drops the message of a gift that became the buyer's own card", () => {
  const item = cartItem({ ...gift, isGift: false }, vendor);
  expect(item).toMatchObject({
    isGift: false,
    to: "",
    recipientEmail: "",
    confirmEmail: "",
    from: "",
    giftMessage: "",
  });
});

it("cartItems: makes an item of each recipient, with their own message and day or those of the gift", () => {
  const others = [
    { to: "Bob", recipientEmail: "bob@team.example", giftMessage: "", sendOn: "" },
    { to: "Cy", recipientEmail: "cy@team.example", giftMessage: "Yours", sendOn: "2027-01-15" },
  ];
  const items = cartItems({ ...gift, giftMessage: "Ours", others }, vendor);
  expect(
    items.map(({ to, confirmEmail, giftMessage, sendOn }) => [to, confirmEmail, giftMessage, sendOn]),
  ).toEqual([
    [gift.to.trim(), gift.confirmEmail.trim(), "Ours", undefined],
    ["Bob", "bob@team.example", "Ours", undefined],
    ["Cy", "cy@team.example", "Yours", "2027-01-15"],
  ]);
  expect(cartItems({ ...gift, isGift: false, others }, vendor)).toHaveLength(1);
});

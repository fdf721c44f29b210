import { describe, expect, it } from "vitest";
import type { components } from "@/api/schema.d";
import { verdicts } from "@/shared/form/testing/verdicts";
import {
  charityInformationOf,
  charityInformationSchema,
  charityPayload,
  vendorInformationOf,
  vendorInformationSchema,
  vendorPayload,
} from "./schema";

type Vendor = components["schemas"]["VendorDetail"];
type Charity = components["schemas"]["CharityDetail"];

const tenant = {
  id: "ten_1",
  legalName: "Maple Leaf Books Ltd.",
  displayName: "Maple Leaf Books",
  businessNumber: "800000001",
  regionId: "reg_1",
  website: null,
  description: null,
  logoPath: null,
  hue: null,
  institutionNumber: "**3",
  transitNumber: "***45",
  accountNumber: "***4321",
  address: {
    addressLine1: "1 Main St",
    addressLine2: null,
    city: "Ottawa",
    province: "Ontario",
    postalCode: "K1P 1J1",
  },
  primaryContact: {
    firstName: "Ann",
    lastName: "Roy",
    email: "ann@books.example",
    workPhoneNumber: "6135550100",
    phoneNumber: "6135550101",
  },
  editType: "BY_MANAGER",
  isActive: true,
  state: "ACTIVE",
  rejectionReason: null,
  missingFields: [],
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
} as const;

const vendor: Vendor = {
  ...tenant,
  missingFields: [],
  categoryId: "cat_1",
  charityRate: 9,
  sharePercentage: 5,
  cardAmount: "0",
};
const charity: Charity = { ...tenant, missingFields: [], organizationId: "org_1", introduction: null };

const nowhere = { addressLine1: "", addressLine2: "", city: "", province: "", postalCode: "" };
const required = (field: string) => `${field} field is required.`;
const noAddress = {
  "address.addressLine1": required("Address Line 1"),
  "address.city": required("City"),
  "address.province": required("Province"),
  "address.postalCode": required("Postal Code"),
};

describe("a vendor's information", () => {
  const values = { ...vendorInformationOf(vendor), cardAmount: "Amount25", logoPath: "key" };

  it("needs what its page can't do without", () => {
    const empty = { ...vendorInformationOf(vendor), legalName: "", address: nowhere };
    expect(verdicts(vendorInformationSchema(), empty)).toEqual({
      legalName: required("Legal Name"),
      ...noAddress,
      logoPath: required("Logo"),
      cardAmount: required("Card Amount"),
    });
    expect(verdicts(vendorInformationSchema(), values)).toEqual({});
    expect(verdicts(vendorInformationSchema(), { ...values, website: "books" })).toEqual({
      website: "Invalid URL format.",
    });
  });

  it("takes along what it doesn't show, as it came", () => {
    const { displayName, businessNumber, regionId, categoryId, primaryContact } = vendor;
    expect(vendorPayload(vendor, values)).toEqual({
      ...values,
      charityRate: 9,
      displayName,
      businessNumber,
      regionId,
      categoryId,
      primaryContact,
      institutionNumber: "**3",
      transitNumber: "***45",
      accountNumber: "***4321",
    });
  });
});

describe("a charity's information", () => {
  const values = { ...charityInformationOf(charity), introduction: "We feed people.", logoPath: "key" };

  it("needs what its page can't do without", () => {
    const empty = { ...charityInformationOf(charity), legalName: "", address: nowhere };
    expect(verdicts(charityInformationSchema(), empty)).toEqual({
      legalName: required("Legal Name"),
      ...noAddress,
      introduction: required("Introduction"),
      logoPath: required("Logo"),
    });
    expect(verdicts(charityInformationSchema(), values)).toEqual({});
    expect(verdicts(charityInformationSchema(), { ...values, website: "food" })).toEqual({
      website: "Invalid URL format.",
    });
  });

  it("takes along what it doesn't show, as it came", () => {
    const payload = charityPayload(charity, values);
    expect(payload).toMatchObject({ ...values, organizationId: "org_1", accountNumber: "***4321" });
    expect(payload).not.toHaveProperty("charityRate");
  });
});

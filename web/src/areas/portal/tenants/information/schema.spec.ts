import { describe, expect, it } from "vitest";
import { charityDetail, vendorDetail } from "@/areas/portal/tenants/testing/samples";
import { verdicts } from "@/shared/form/testing/verdicts";
import {
  charityInformationOf,
  charityInformationSchema,
  charityPayload,
  vendorInformationOf,
  vendorInformationSchema,
  vendorPayload,
} from "./schema";

const vendor = vendorDetail({ cardAmount: "0", logoPath: null });
const charity = charityDetail();

const nowhere = { addressLine1: "", addressLine2: "", city: "", province: "", postalCode: "" };
const required = (field: string) => `${field} field is required.`;
const noAddress = {
  "address.addressLine1": required("Address Line 1"),
  "address.city": required("City"),
  "address.province": required("Province"),
  "address.postalCode": required("Postal Code"),
};

describe("vendorInformationSchema", () => {
  const values = { ...vendorInformationOf(vendor), cardAmount: "Amount25", logoPath: "key" };

  it("requires what the public page needs", () => {
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
    expect(verdicts(vendorInformationSchema(), { ...values, customAmount: "10-200" })).toEqual({});
    expect(verdicts(vendorInformationSchema(), { ...values, customAmount: "200-" })).toEqual({
      customAmount: "Please enter whole dollars from $5 to $500, the smaller amount first.",
    });
  });

  it("keeps fields that the form doesn't have", () => {
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

describe("charityInformationSchema", () => {
  const values = { ...charityInformationOf(charity), introduction: "We feed people.", logoPath: "key" };

  it("requires what the public page needs", () => {
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

  it("keeps fields that the form doesn't have", () => {
    const payload = charityPayload(charity, values);
    expect(payload).toMatchObject({
      ...values,
      organizationId: "org_1",
      institutionNumber: "**3",
      transitNumber: "***45",
      accountNumber: "***4321",
    });
    expect(payload).not.toHaveProperty("charityRate");
  });
});

import { describe, expect, it } from "vitest";
import { charityValuesOf } from "@/areas/portal/tenants/charities/schema";
import { charityDetail, vendorDetail } from "@/areas/portal/tenants/testing/samples";
import { verdicts } from "@/shared/form/testing/verdicts";
import {
  charityInformationOf,
  charityInformationSchema,
  informationPayload,
  vendorInformationOf,
  vendorInformationSchema,
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
});

describe("informationPayload", () => {
  const { institutionNumber, transitNumber, accountNumber, ...page } = charityInformationOf(charity);
  const bank = { institutionNumber, transitNumber, accountNumber };

  it("leaves out bank numbers that were not entered", () => {
    expect(bank).toEqual({ institutionNumber: "", transitNumber: "", accountNumber: "" });
    expect(informationPayload({ ...page, ...bank })).toEqual(page);
    const entered = { institutionNumber: "003", transitNumber: "12345", accountNumber: "7654321" };
    expect(informationPayload({ ...page, ...entered })).toEqual({ ...page, ...entered });
  });

  it("adds the fields that the form doesn't have, for administrators", () => {
    const whole = charityValuesOf(charity);
    const payload = informationPayload({ ...page, ...bank, legalName: "Food Bank" }, whole);
    expect(payload).toEqual({ ...whole, ...page, legalName: "Food Bank" });
  });
});

import { describe, expect, it } from "vitest";
import type { MaskedBank } from "@/areas/portal/tenants/rules";
import { m } from "@/i18n";
import { PICTURE_ON_ITS_WAY } from "@/shared/form/richRules";
import { verdicts } from "@/shared/form/testing/verdicts";
import { formOf, vendorValuesOf, vendorSchema, type VendorValues } from "./schema";

const newVendor = vendorValuesOf();

const books: VendorValues = {
  ...newVendor,
  legalName: "Maple Leaf Books Ltd.",
  displayName: "Maple Leaf Books",
  businessNumber: "800000001",
  categoryId: "cat_1",
  regionId: "reg_1",
  primaryContact: {
    firstName: "Ann",
    lastName: "Roy",
    email: "ann@books.example",
    workPhoneNumber: "613-555-0100",
    phoneNumber: "6135550101",
  },
  address: {
    addressLine1: "1 Main St",
    addressLine2: "",
    city: "Ottawa",
    province: "Ontario",
    postalCode: "K1P 1J1",
  },
  institutionNumber: "003",
  transitNumber: "12345",
  accountNumber: "7654321",
};

const contact = (change: Partial<VendorValues["primaryContact"]>) => ({
  primaryContact: { ...books.primaryContact, ...change },
});

const required = (field: string) => `${field} field is required.`;

describe("vendorSchema", () => {
  it("requires all specified fields, with a message for each", () => {
    expect(verdicts(vendorSchema(), { ...newVendor, charityRate: "", sharePercentage: "" })).toEqual({
      legalName: required("Legal Name"),
      displayName: required("Display Name"),
      businessNumber: required("Business Number"),
      categoryId: required("Category"),
      regionId: required("Region/Territory"),
      "primaryContact.firstName": required("First Name"),
      "primaryContact.lastName": required("Last Name"),
      "primaryContact.email": required("Email"),
      "primaryContact.workPhoneNumber": required("Work Phone"),
      "primaryContact.phoneNumber": required("Mobile Phone"),
      "address.addressLine1": required("Address Line 1"),
      "address.city": required("City"),
      "address.province": required("Province"),
      "address.postalCode": required("Postal Code"),
      institutionNumber: required("Institution Number"),
      transitNumber: required("Transit Number"),
      accountNumber: required("Account Number"),
      charityRate: required("Charity Rate"),
      sharePercentage: required("Share Percentage"),
    });
    expect(verdicts(vendorSchema(), books)).toEqual({});
  });

  const share = "Share Percentage must be a whole number from 0 to 30.";

  it.each<[Partial<VendorValues>, Record<string, string>]>([
    [contact({ email: "ann" }), { "primaryContact.email": "Email is not in correct format." }],
    [contact({ workPhoneNumber: "call me" }), { "primaryContact.workPhoneNumber": "Invalid phone number." }],
    [contact({ phoneNumber: "12" }), { "primaryContact.phoneNumber": "Invalid phone number." }],
    [{ website: "books" }, { website: "Invalid URL format." }],
    [{ website: "books.example" }, {}],
    [{ website: "https://books.example" }, {}],
    [{ legalName: "x".repeat(201) }, { legalName: "Legal Name has a maximum limit of 200 characters." }],
    [
      { description: "x".repeat(5001) },
      { description: "Description has a maximum limit of 5000 characters." },
    ],
    [{ logoPath: PICTURE_ON_ITS_WAY }, { logoPath: "The picture is still being uploaded." }],
    [{ sharePercentage: "0" }, {}],
    [{ sharePercentage: "30" }, {}],
    [{ sharePercentage: "31" }, { sharePercentage: share }],
    [{ sharePercentage: "2.5" }, { sharePercentage: share }],
    [{ sharePercentage: "five" }, { sharePercentage: share }],
    [{ transitNumber: "12-34 5" }, {}],
    [{ institutionNumber: "3" }, { institutionNumber: m.tenants_institution_number_wrong() }],
    [{ transitNumber: "123456" }, { transitNumber: m.tenants_transit_number_wrong() }],
    [{ accountNumber: "12a" }, { accountNumber: m.tenants_account_number_wrong() }],
    [{ accountNumber: "1".repeat(13) }, { accountNumber: m.tenants_account_number_wrong() }],
    [{ accountNumber: "***4321" }, { accountNumber: "Please enter the whole Account Number." }],
  ])("with %j reports %j", (change, said) => {
    expect(verdicts(vendorSchema(), { ...books, ...change })).toEqual(said);
  });

  it("keeps masked bank numbers, and refuses partly masked ones", () => {
    const masked: MaskedBank = { institutionNumber: "**3", transitNumber: "***45", accountNumber: "***4321" };
    expect(verdicts(vendorSchema(masked), { ...books, ...masked })).toEqual({});
    expect(verdicts(vendorSchema(masked), { ...books, ...masked, accountNumber: "***4322" })).toEqual({
      accountNumber: "Please enter the whole Account Number.",
    });
  });

  it("sends the rates as numbers", () => {
    const { charityRate, sharePercentage, ...texts } = books;
    expect([charityRate, sharePercentage]).toEqual(["10", "5"]);
    expect(formOf(books)).toEqual({ ...texts, charityRate: 10, sharePercentage: 5 });
  });
});

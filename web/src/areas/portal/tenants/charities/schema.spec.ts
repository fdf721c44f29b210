import { describe, expect, it } from "vitest";
import { verdicts } from "@/shared/form/testing/verdicts";
import { charitySchema, charityValuesOf } from "./schema";

const newCharity = charityValuesOf();

const required = (field: string) => `${field} field is required.`;

describe("charitySchema", () => {
  it("requires the same as a vendor, with an organization type instead of a category", () => {
    const said = verdicts(charitySchema(), newCharity);
    expect(said).toMatchObject({
      legalName: required("Legal Name"),
      displayName: required("Display Name"),
      businessNumber: required("Business Number"),
      organizationId: required("Organization Type"),
      regionId: required("Region/Territory"),
      "primaryContact.email": required("Email"),
      "address.city": required("City"),
      accountNumber: required("Account Number"),
    });
    expect(Object.keys(said)).toHaveLength(17);
    expect(said).not.toHaveProperty("introduction");
  });

  it.each([
    ["introduction", 1000, "Introduction has a maximum limit of 1000 characters."],
    ["description", 5000, "Details has a maximum limit of 5000 characters."],
  ])("limits %s to %i characters", (field, most, message) => {
    const saidAbout = (length: number) =>
      verdicts(charitySchema(), { ...newCharity, [field]: "x".repeat(length) })[field];
    expect(saidAbout(most)).toBeUndefined();
    expect(saidAbout(most + 1)).toBe(message);
  });
});

// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { companyOf } from "./companies";

function write(companies: unknown): void {
  const block = document.createElement("script");
  block.type = "application/json";
  block.id = "companies";
  block.textContent = JSON.stringify(companies);
  document.head.append(block);
}

describe("companyOf", () => {
  afterEach(() => document.getElementById("companies")?.remove());

  it("returns the data in the page's head", () => {
    const facts = {
      company: "Main Street Cards Ltd.",
      address: "7 King Street West",
      city: "Kingston, ON K7L 2W4",
      phone: "613 549-7000",
      phoneLink: "tel:+16135497000",
      email: "hello@cards.ca",
      privacyOfficer: "Ann Tremblay",
      privacyEmail: "privacy@cards.ca",
    };
    write({ funray: {}, rayzr: facts });
    expect(companyOf("rayzr")).toEqual({
      name: "Main Street Cards Ltd.",
      addressLines: ["7 King Street West", "Kingston, ON K7L 2W4"],
      phone: { shown: "613 549-7000", link: "tel:+16135497000" },
      email: "hello@cards.ca",
      privacyOfficer: "Ann Tremblay",
      privacyEmail: "privacy@cards.ca",
    });
  });
});

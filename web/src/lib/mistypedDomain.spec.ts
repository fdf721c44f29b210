import { describe, expect, it } from "vitest";
import { suggestAddress } from "./mistypedDomain";

describe("suggestAddress", () => {
  it.each([
    ["gmial.com", "gmail.com"],
    ["gmai.com", "gmail.com"],
    ["gmaill.com", "gmail.com"],
    ["gnail.com", "gmail.com"],
    ["gamil.com", "gmail.com"],
    ["gmail.con", "gmail.com"],
    ["gmail.co", "gmail.com"],
    ["gmial.con", "gmail.com"],
    ["gmail.ca", "gmail.com"],
    ["gmail.com.ca", "gmail.com"],
    ["gmail", "gmail.com"],
    ["gmailcom", "gmail.com"],
    ["gmail,com", "gmail.com"],
    ["gmail..com", "gmail.com"],
    ["GMIAL.COM", "gmail.com"],
    ["hotmial.ca", "hotmail.ca"],
    ["hotmai.com", "hotmail.com"],
    ["outlok.com", "outlook.com"],
    ["yaho.ca", "yahoo.ca"],
    ["yahoo.cm", "yahoo.com"],
    ["iclod.com", "icloud.com"],
    ["simpatico.ca", "sympatico.ca"],
    ["sympatco.ca", "sympatico.ca"],
    ["viedotrn.ca", "videotron.ca"],
    ["roger.com", "rogers.com"],
    ["shaw.cs", "shaw.ca"],
  ])("of a complete address at %s suggests %s", (typed, meant) => {
    expect(suggestAddress(`rose@${typed}`, true)).toBe(`rose@${meant}`);
  });

  it.each([
    "gmail.com",
    "Gmail.com",
    "mail.com",
    "email.com",
    "ymail.com",
    "hotmail.co.uk",
    "yahoo.de",
    "live.nl",
    "show.ca",
    "bell.ca",
    "telus.com",
    "rogers.ca",
    "funray.test",
    "maple-leaf-books.ca",
    "x",
    "",
  ])("leaves an address at %j alone", (typed) => {
    expect(suggestAddress(`rose@${typed}`, true)).toBeUndefined();
  });

  it("keeps the mailbox as typed, and ignores text without one", () => {
    expect(suggestAddress(" Rose.Roy+gift@gmial.com ", true)).toBe("Rose.Roy+gift@gmail.com");
    expect(suggestAddress("@gmial.com", true)).toBeUndefined();
    expect(suggestAddress("gmial.com", true)).toBeUndefined();
  });

  it.each([
    ["gmial.com", "gmial.co"],
    ["gmail.con", "gmail.con"],
    ["gmail.com", undefined],
    ["gmail.co", undefined],
    ["yahoo.co.uk", undefined],
    ["hotmail.co.uk", undefined],
    ["outlook.com", undefined],
  ])("while %s is typed, speaks first at %j", (domain, at) => {
    const prefixes = Array.from(domain, (_, place) => domain.slice(0, place + 1));
    expect(prefixes.find((typed) => suggestAddress(`rose@${typed}`, false) !== undefined)).toBe(at);
  });
});

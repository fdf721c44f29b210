import { describe, expect, it } from "vitest";
import { compare } from "./useEdit";

describe("compare", () => {
  const before = { name: "Books", address: { city: "Ottawa", province: "Ontario" }, isPopular: false };

  it("returns fields that only the other user has changed, including nested ones", () => {
    const theirs = { ...before, address: { city: "Kingston", province: "Ontario" }, isPopular: true };
    expect(compare(before, theirs, { ...before, name: "Mine" })).toEqual({
      both: [],
      taken: ["address.city", "isPopular"],
    });
  });

  it("returns fields that both have changed, unless they are equal", () => {
    const theirs = { ...before, name: "Theirs", isPopular: true };
    const mine = { ...before, name: "Mine", isPopular: true };
    expect(compare(before, theirs, mine)).toEqual({
      both: [{ name: "name", theirs: "Theirs", mine: "Mine" }],
      taken: ["isPopular"],
    });
  });
});

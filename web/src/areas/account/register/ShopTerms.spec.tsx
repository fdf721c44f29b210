// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { WhatItCosts } from "./ShopTerms";

describe("WhatItCosts", () => {
  it("shares a card of $50 between platform, cause and shop, and names the tax", () => {
    renderPiece(<WhatItCosts />);
    const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(lines).toContain("Of a $50 card that you sell, FunRay keeps $2.50 (5%).");
    expect(lines.join(" ")).toContain("Up to $5.00 of a $50 card goes to a cause");
    expect(lines.join(" ")).toContain("The sales tax of your province is added to the $2.50");
    expect(lines.join(" ")).toContain("The rest is yours: $42.50 or more of a $50 card");
  });
});

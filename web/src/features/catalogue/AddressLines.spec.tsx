// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { renderPiece } from "@/shared/testing/render";
import { AddressLines } from "./AddressLines";

afterEach(() => renderIn("en"));

it("AddressLines: names the province in the page's language", () => {
  renderIn("fr");
  const address = {
    addressLine1: "1 Water Street",
    addressLine2: null,
    city: "Halifax",
    province: "Nova Scotia",
    postalCode: "B3J 3A5",
  };
  renderPiece(<AddressLines address={address} />);
  const lines = [...document.querySelectorAll("address > span")].map(({ textContent }) => textContent);
  expect(lines).toEqual(["1 Water Street", "Halifax, Nouvelle-Écosse B3J\u00a03A5"]);
});

// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { EmailAddress } from "./EmailAddress";

it.each([
  ["ann@shop.example", "ann@<wbr>shop.example"],
  // Some addresses are masked, and some values are not addresses.
  ["a***@shop.example", "a***@<wbr>shop.example"],
  ["nobody", "nobody"],
])("EmailAddress: breaks %s only after its @", (address, shown) => {
  const { container } = render(<EmailAddress address={address} />);
  expect(container.firstElementChild?.innerHTML).toBe(shown);
});

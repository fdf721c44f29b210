// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Website } from "./Website";

it.each([
  ["https://www.mapleleaf.example/", "mapleleaf.example"],
  ["http://mapleleaf.example/shop?x=1", "mapleleaf.example/shop?x=1"],
])("Website: renders %s as a link with the text %s", (address, text) => {
  render(<Website address={address} />);
  const link = screen.getByRole("link");
  expect(link.getAttribute("href")).toBe(address);
  expect(link.textContent).toContain(text);
  expect(link.getAttribute("rel")).toContain("noopener");
});

it("Website: allows line breaks after dots and slashes", () => {
  render(<Website address="https://riverside.foodbank.example/give/now" />);
  expect(screen.getByRole("link").innerHTML).toContain(
    "riverside.<wbr>foodbank.<wbr>example/<wbr>give/<wbr>now",
  );
});

it.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "ftp://mapleleaf.example",
  "www.mapleleaf.example",
  "//mapleleaf.example",
  "https://",
  "see us on Facebook",
])("Website: renders %s as plain text", (address) => {
  render(<Website address={address} />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText(address)).toBeDefined();
});

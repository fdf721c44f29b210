// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { contrast, oklch } from "@/lib/colour";
import { PicturePlate } from "./PicturePlate";

const plate = { kind: "vendor", name: "Maple Leaf Books", sizes: "88px", isDecorative: false } as const;

it("PicturePlate: offers the picture in every stored width", () => {
  render(<PicturePlate {...plate} logoPath="img_1" />);
  const picture = screen.getByRole("img", { name: "Maple Leaf Books" });
  expect(picture.getAttribute("srcset")).toBe(
    [96, 192, 384, 768].map((width) => `/files/vendor/img_1?w=${width} ${width}w`).join(", "),
  );
});

it.each([
  ["vendor", "object-contain"],
  ["charity", "object-contain"],
  ["campaign", "object-cover"],
] as const)("PicturePlate: shows a whole logo, and a photograph without bars beside it: %s", (kind, fit) => {
  render(<PicturePlate {...plate} kind={kind} logoPath="img_1" />);
  expect(
    screen
      .getByRole("img")
      .className.split(" ")
      .filter((name) => name.startsWith("object-")),
  ).toEqual([fit]);
});

it("PicturePlate: shows initials without a picture", () => {
  render(<PicturePlate {...plate} logoPath={null} />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("ML")).toBeDefined();
  expect(screen.getByText("Maple Leaf Books")).toBeDefined();
});

it("PicturePlate: shows initials if the picture fails to load", () => {
  render(<PicturePlate {...plate} logoPath="img_1" />);
  fireEvent.error(screen.getByRole("img"));
  expect(screen.getByText("ML")).toBeDefined();
});

/** The colours are those of catalogue.css. */
it("PicturePlate: has readable initials for every hue", () => {
  const hues = Array.from({ length: 360 }, (_, hue) => hue);
  const worst = Math.min(...hues.map((hue) => contrast(oklch(0.36, 0.09, hue), oklch(0.93, 0.05, hue))));
  expect(worst).toBeGreaterThan(7);
});

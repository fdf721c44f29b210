// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { brand } from "@/brands/current";
import { Questions } from "./Questions";

afterEach(() => void vi.restoreAllMocks());

const asked = () => screen.queryAllByText(/\?$/).map(({ textContent }) => textContent);

describe("Questions", () => {
  it("answers the questions of buyers", () => {
    render(<Questions />);
    expect(asked()).toEqual(
      expect.arrayContaining([
        "My friend didn’t get it. What now?",
        "When does the cause get its money?",
        "Do I get a tax receipt?",
        "What if the shop closes?",
      ]),
    );
  });

  it("mentions no causes for a brand without charities", () => {
    vi.spyOn(brand, "hasCharities", "get").mockReturnValue(false);
    render(<Questions />);
    expect(asked()).not.toEqual([]);
    expect(asked().filter((question) => /cause|tax receipt/.test(question ?? ""))).toEqual([]);
  });
});

import { afterEach, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import { formatRecentDay } from "@/lib/recentDay";

afterEach(() => renderIn("en"));

const day = (number: string) => formatRecentDay(`2025-03-${number}T17:00:00Z`);

it("formatRecentDay: has an ordinal suffix", () => {
  expect(["01", "02", "03", "04", "11", "12", "13", "21", "22", "23", "30"].map(day)).toEqual(
    ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "30th"].map(
      (number) => `Mar, ${number} 2025`,
    ),
  );
  renderIn("fr");
  expect(day("05").replaceAll(/\s/g, " ")).toBe("5 mars 2025");
});

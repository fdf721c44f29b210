import { describe, expect, it } from "vitest";
import { lettersUntil } from "./boardLetter";

describe("lettersUntil", () => {
  it("lists the twelve months that are over, across the turn of a year", () => {
    const months = lettersUntil("2025-03-31");
    expect(months).toHaveLength(12);
    expect([months[0], months[1], months[2], months[11]]).toEqual([
      "2025-02",
      "2025-01",
      "2024-12",
      "2024-03",
    ]);
  });
});

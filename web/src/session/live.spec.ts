import { describe, expect, it } from "vitest";
import { isSwitchedOff } from "./live";

describe("isSwitchedOff", () => {
  it.each<[unknown[], boolean]>([
    [["DEACTIVATE", "per_1"], true],
    [[{ accountStatus: "DEACTIVATE", userId: "per_1" }], true],
    [["DEACTIVATE", "per_2"], false],
    [["ACTIVATE", "per_1"], false],
    [[{ accountStatus: "DEACTIVATE", userId: "per_2" }], false],
    [[{ accountStatus: "DEACTIVATE" }], false],
    [["DEACTIVATE"], false],
    [[null, "per_1"], false],
    [[], false],
  ])("for %j returns %s", (given, meaning) => {
    expect(isSwitchedOff(given, "per_1")).toBe(meaning);
  });
});

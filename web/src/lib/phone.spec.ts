import { expect, it } from "vitest";
import { shownPhone } from "./phone";

it.each([
  ["6135550100", "613 555-0100"],
  ["16135550100", "613 555-0100"],
  ["+16135550100", "613 555-0100"],
  ["+442071234567", "+442071234567"],
])("shownPhone: formats %s as %s", (digits, shown) => expect(shownPhone(digits)).toBe(shown));

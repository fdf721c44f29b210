import { afterEach, describe, expect, it } from "vitest";
import type { ZodMiniType } from "zod/mini";
import { m, renderIn } from "@/i18n";
import {
  optionalPicture,
  optionalWebAddress,
  PICTURE_ON_ITS_WAY,
  requiredDate,
  requiredPicture,
  UNREADABLE_DATE,
} from "./richRules";
import {
  newPassword,
  optionalPhone,
  optionalText,
  requiredChoice,
  requiredEmail,
  requiredPassword,
  requiredPhone,
  requiredText,
  ticked,
} from "./rules";

afterEach(() => renderIn("en"));

/** Returns a rule's first message about a value, or `undefined` if the value is valid. */
function verdict(rule: ZodMiniType, value: unknown): string | undefined {
  return rule.safeParse(value).error?.issues[0]?.message;
}

const format = "Email is not in correct format.";
const phone = "Invalid phone number.";
const length = "The New Password must be at least 6 and at max 100 characters long.";
const name = requiredText("First Name", 5);
const email = requiredEmail("Email");
const password = newPassword("New Password", 6);

const refused: [string, ZodMiniType, unknown, string][] = [
  ["nothing", name, "", "First Name field is required."],
  ["only spaces", name, "  ", "First Name field is required."],
  ["too much", name, "abcdef", "First Name has a maximum limit of 5 characters."],
  [
    "too much where nothing is needed",
    optionalText("Unit", 5),
    "abcdef",
    "Unit has a maximum limit of 5 characters.",
  ],
  ["no choice", requiredChoice("Category"), "", "Category field is required."],
  ["no address", email, " ", "Email field is required."],
  ...[
    "ann",
    "ann@",
    "@shop.ca",
    "ann@shop",
    "a b@shop.ca",
    "ann@shop..ca",
    ".ann@shop.ca",
    "ann@-shop.ca",
    "ann@1.2",
  ].map((text): [string, ZodMiniType, unknown, string] => [text, email, text, format]),
  ["no phone", requiredPhone("Work Phone"), "", "Work Phone field is required."],
  ["letters in a phone", requiredPhone("Work Phone"), "call me", phone],
  ["letters in a phone that isn't needed", optionalPhone(), "416555010x", phone],
  ["a short phone", optionalPhone(), "555010", phone],
  ["a phone without its area code", requiredPhone("Work Phone"), "555-0100", m.form_phone_area()],
  ["no password", password, "", "New Password field is required."],
  ["no old password", requiredPassword("Password"), "", "Password field is required."],
  ["five letters", password, "12345", length],
  ["a hundred and one", password, "x".repeat(101), length],
  ["an address of another kind", optionalWebAddress(), "ftp://shop.example", "Invalid URL format."],
  ["a word that is no address", optionalWebAddress(), "shop", "Invalid URL format."],
  ["no date", requiredDate("Start Date"), "", "Start Date field is required."],
  ["what is no date", requiredDate("Start Date"), UNREADABLE_DATE, "Wrong date format."],
  ["no picture", requiredPicture("Logo"), "", "Logo field is required."],
  ["half a picture", optionalPicture(), PICTURE_ON_ITS_WAY, "The picture is still being uploaded."],
  ["an empty box", ticked("Agree field is required."), false, "Agree field is required."],
];

const fine: [ZodMiniType, unknown, unknown][] = [
  [name, " Ann ", "Ann"],
  [optionalText("Unit"), "", ""],
  [email, " Ann.O'Neil+gift@shop.co.uk ", "Ann.O'Neil+gift@shop.co.uk"],
  [requiredPhone("Work Phone"), "+1 (416) 555-0100", "+1 (416) 555-0100"],
  [optionalPhone(), "", ""],
  [password, "  x  y", "  x  y"],
  [password, "😀".repeat(100), "😀".repeat(100)],
  [optionalWebAddress(), " https://shop.example/é ", "https://shop.example/é"],
  [optionalWebAddress(), "www.shop.example", "https://www.shop.example"],
  [optionalWebAddress(), "shop.example/cards", "https://shop.example/cards"],
  [optionalWebAddress(), "", ""],
  [requiredDate("Start Date"), "2025-02-28", "2025-02-28"],
  [requiredPicture("Logo"), "0abc.png", "0abc.png"],
  [optionalPicture(), "", ""],
  [ticked("no"), true, true],
];

describe("form rules", () => {
  it.each(refused)("refuse %s", (_, rule, value, message) => {
    expect(verdict(rule, value)).toBe(message);
  });

  it.each(fine)("accept valid values, and trim them (%#)", (rule, value, kept) => {
    expect(rule.parse(value)).toBe(kept);
  });

  it("have French messages on French pages", () => {
    renderIn("fr");
    expect(verdict(requiredText("Prénom"), "")).toBe("Le champ «\u00a0Prénom\u00a0» est requis.");
    expect(verdict(requiredEmail("Courriel"), "x")).toBe("Le courriel n’est pas dans un format valide.");
  });
});

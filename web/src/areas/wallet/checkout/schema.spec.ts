import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { untranslated } from "@/shared/testing/untranslated";
import { noPaymentCard, onlyDigits, paymentCardSchema, type PaymentCard } from "./schema";

const card: PaymentCard = {
  cardNumber: "4111 1111 1111 1111",
  cardHolderName: "Ann Roy",
  month: "6",
  year: "2026",
  cardCode: "123",
};

function verdictOn(changes: Partial<PaymentCard>): [field: string, message: string] | undefined {
  const [issue] = paymentCardSchema().safeParse({ ...card, ...changes }).error?.issues ?? [];
  return issue && [issue.path.join("."), issue.message];
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-06-15T12:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("paymentCardSchema and onlyDigits", () => {
  it.each([
    ["cardNumber", "", "Card Number is required"],
    ["cardNumber", "4111 1111 1111 1112", "Please provide valid credit card number"],
    ["cardNumber", "4111 1111", "Please provide valid credit card number"],
    ["cardHolderName", " ", "Cardholder Name is required."],
    ["cardHolderName", "x".repeat(65), "Cardholder Name has a maximum limit of 64 characters."],
    ["cardHolderName", "4111 1111 1111 1111", "Please write the name on the card here, not its number."],
    ["year", "", "Expiration Year is required."],
    ["year", "2025", "Please provide valid expiration year"],
    ["year", "25", "Please provide valid expiration year"],
    ["month", "", "Expiration Month is required."],
    ["month", "0", "Please provide valid expiration month"],
    ["month", "00", "Please provide valid expiration month"],
    ["month", "13", "Please provide valid expiration month"],
    ["month", "5", "Please provide valid expiration month"],
    ["cardCode", "", "Card code is required."],
    ["cardCode", "12", "Please provide valid card code."],
    ["cardCode", "12345", "Please provide valid card code."],
    ["cardCode", "12a", "Please provide valid card code."],
  ] satisfies [keyof PaymentCard, string, string][])("report for %s as %j: %s", (field, value, message) => {
    expect(verdictOn({ [field]: value })).toEqual([field, message]);
  });

  it.each([
    {},
    { month: "06" },
    { month: "12" },
    { month: "1", year: "2027" },
    { year: "26" },
    { month: "1", year: "27" },
    { cardCode: "1234" },
    { cardHolderName: "x".repeat(64) },
  ])("accept %j", (changes) => {
    expect(verdictOn(changes)).toBeUndefined();
  });

  it("have all messages in French", () => {
    expect(untranslated(paymentCardSchema, noPaymentCard)).toEqual([]);
  });

  it("keep only digits, up to the maximum", () => {
    expect(onlyDigits(4)("2o3 0-12345")).toBe("2301");
  });
});

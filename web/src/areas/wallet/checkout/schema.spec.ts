import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { untranslated } from "@/shared/testing/untranslated";
import { noPaymentCard, onlyDigits, paymentCardSchema, type PaymentCard } from "./schema";

const card: PaymentCard = {
  cardNumber: "4111 1111 1111 1111",
  cardHolderName: "Ann Roy",
  expiry: "06/26",
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
    ["expiry", "", "Expiration Month is required."],
    ["expiry", "0", "Please provide valid expiration month"],
    ["expiry", "00/27", "Please provide valid expiration month"],
    ["expiry", "13/27", "Please provide valid expiration month"],
    ["expiry", "05/26", "Please provide valid expiration month"],
    ["expiry", "06", "Expiration Year is required."],
    ["expiry", "06/", "Expiration Year is required."],
    ["expiry", "06/202", "Please provide valid expiration year"],
    ["expiry", "06/25", "Please provide valid expiration year"],
    ["expiry", "06/2025", "Please provide valid expiration year"],
    ["cardCode", "", "Card code is required."],
    ["cardCode", "12", "Please provide valid card code."],
    ["cardCode", "12345", "Please provide valid card code."],
    ["cardCode", "12a", "Please provide valid card code."],
  ] satisfies [keyof PaymentCard, string, string][])("report for %s as %j: %s", (field, value, message) => {
    expect(verdictOn({ [field]: value })).toEqual([field, message]);
  });

  it.each([
    {},
    { expiry: "6/26" },
    { expiry: "12/26" },
    { expiry: "01/2027" },
    { expiry: "01/27" },
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

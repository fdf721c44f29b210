// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { errorFromAnswer, errorFromFailure } from "@/api/error";
import { refusal, standInServer } from "@/api/testing/server";
import { order } from "@/shared/testing/samples";
import { isInDoubt, isSurelyUnpaid, outcomeQuery } from "./payment";

const server = standInServer();

describe("isInDoubt", () => {
  it.each([
    ["a network failure", errorFromFailure(new TypeError("Failed to fetch")), true],
    [
      "a payment that the server is still asking about",
      errorFromAnswer(503, { errorCode: "PAYMENT_PENDING" }),
      true,
    ],
    ["an internal error", errorFromAnswer(500, {}), true],
    ["an error of a proxy", errorFromAnswer(502, "<html>"), true],
    ["a declined payment", errorFromAnswer(400, { errorCode: "PAYMENT_DECLINED" }), false],
    ["a server without payments", errorFromAnswer(503, { errorCode: "PAYMENTS_OFF" }), false],
    ["a stopped ledger", errorFromAnswer(503, { errorCode: "LEDGER_STOPPED" }), false],
    ["a busy server", errorFromAnswer(503, { errorCode: "BUSY" }), false],
    ["a timeout", errorFromAnswer(503, { errorCode: "TIMEOUT" }), true],
    ["an unknown cart", errorFromAnswer(404, { errorCode: "NOT_FOUND" }), false],
  ])("returns for %s: %s", (_words, error, verdict) => {
    expect(isInDoubt(error)).toBe(verdict);
  });
});

function ask(client: QueryClient) {
  return client.fetchQuery({ ...outcomeQuery("cart1"), staleTime: 0, gcTime: 1000 });
}

describe("outcomeQuery", () => {
  it("returns the order once it is paid", async () => {
    server.on("GET /Orders/cart1", () => order());
    const end = { orderId: "ord_1", isCancelled: false };
    expect(await ask(new QueryClient())).toEqual({
      end,
      isUnknown: false,
      isPending: false,
      wasCharged: false,
      unpaidAnswers: 0,
    });
  });

  it("reports no payment only after several such answers in a row", async () => {
    const client = new QueryClient();
    const answers: ("Open" | "Pending" | "none")[] = ["Open", "Pending", "Open", "none", "Open"];
    server.on("GET /Orders/cart1", () => {
      const status = answers.shift() ?? "none";
      return status === "none" ? refusal(404, { errorCode: "NOT_FOUND" }) : { id: "ord_1", status };
    });
    const isSure = async () => isSurelyUnpaid(await ask(client));
    const verdicts = [await isSure(), await isSure(), await isSure(), await isSure(), await isSure()];
    expect(verdicts).toEqual([false, false, false, false, true]);
  });
});

// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { errorFromAnswer, errorFromFailure } from "@/api/error";
import { refusal, standInServer } from "@/api/testing/server";
import { order } from "@/shared/testing/samples";
import { isInDoubt, isSurelyUnpaid, outcomeQuery } from "./payment";

const server = standInServer();

describe("a payment", () => {
  it.each([
    ["nothing was heard of", errorFromFailure(new TypeError("Failed to fetch")), true],
    ["the server is asking about", errorFromAnswer(503, { errorCode: "PAYMENT_PENDING" }), true],
    ["the server broke down over", errorFromAnswer(500, {}), true],
    ["a proxy gave up on", errorFromAnswer(502, "<html>"), true],
    ["was declined", errorFromAnswer(400, { errorCode: "PAYMENT_DECLINED" }), false],
    ["can't be made here", errorFromAnswer(503, { errorCode: "PAYMENTS_OFF" }), false],
    ["waits for the books", errorFromAnswer(503, { errorCode: "LEDGER_STOPPED" }), false],
    ["was turned away at the door", errorFromAnswer(503, { errorCode: "BUSY" }), false],
    ["took too long", errorFromAnswer(503, { errorCode: "TIMEOUT" }), true],
    ["is of a cart that isn't there", errorFromAnswer(404, { errorCode: "NOT_FOUND" }), false],
  ])("that %s: %s", (_words, error, verdict) => {
    expect(isInDoubt(error)).toBe(verdict);
  });
});

function ask(client: QueryClient) {
  return client.fetchQuery({ ...outcomeQuery("cart1"), staleTime: 0, gcTime: 1000 });
}

describe("the outcome of a payment in doubt", () => {
  it("is the order once it is paid", async () => {
    server.on("GET /Orders/cart1", () => order());
    const end = { orderId: "ord_1", isCancelled: false };
    expect(await ask(new QueryClient())).toEqual({
      end,
      isPending: false,
      isUnknown: false,
      wasCharged: false,
      unpaidAnswers: 0,
    });
  });

  it("is no payment only when that was said several times in a row", async () => {
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

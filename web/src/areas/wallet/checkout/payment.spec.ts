// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { refusal, standInServer } from "@/api/testing/server";
import { order } from "@/shared/testing/samples";
import { isSurelyUnpaid, outcomeQuery } from "./payment";

const server = standInServer();

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

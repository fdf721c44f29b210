// The sandbox gateway as the programs of merchants know it: through its protocol, with the demo merchant's credentials.
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./story.ts";

interface Account {
  loginId: string;
  transactionKey: string;
  clientKey: string;
}

interface Listed {
  transId: string;
  invoiceNumber: string;
}

/** Sends one request of the protocol; its answers begin with a byte order mark. */
export async function ask<Answer>(request: APIRequestContext, body: object): Promise<Answer> {
  const answer = await request.post("/sandbox/xml/v1/request.api", { data: body });
  return JSON.parse((await answer.text()).replace(/^\uFEFF/, "")) as Answer;
}

/** Decides about a payment that is held for review, as somebody at the merchant would. */
export async function review(
  request: APIRequestContext,
  orderNumber: string,
  action: "approve" | "decline",
): Promise<void> {
  const account = (await (await request.get("/sandbox/credentials.json")).json()) as Account;
  const merchantAuthentication = { name: account.loginId, transactionKey: account.transactionKey };
  const list = await ask<{ transactions: Listed[] }>(request, {
    getUnsettledTransactionListRequest: { merchantAuthentication, status: "pendingApproval" },
  });
  const held = list.transactions.find(({ invoiceNumber }) => invoiceNumber === orderNumber);
  const decided = await ask<{ messages: { resultCode: string } }>(request, {
    updateHeldTransactionRequest: {
      merchantAuthentication,
      heldTransactionRequest: { action, refTransId: held?.transId },
    },
  });
  expect(decided.messages.resultCode, JSON.stringify(decided)).toBe("Ok");
}

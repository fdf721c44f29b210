// Calls to the sandbox gateway through the gateway's protocol, with the credentials of the demo merchant.
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

/** Sends one request of the protocol. Replies start with a byte order mark. */
export async function ask<Answer>(request: APIRequestContext, body: object): Promise<Answer> {
  const answer = await request.post("/sandbox/xml/v1/request.api", { data: body });
  return JSON.parse((await answer.text()).replace(/^\uFEFF/, "")) as Answer;
}

async function merchantOf(request: APIRequestContext) {
  const account = (await (await request.get("/sandbox/credentials.json")).json()) as Account;
  return { name: account.loginId, transactionKey: account.transactionKey };
}

/** Voids the charge of an order directly at the gateway, outside of our program. */
export async function voidCharge(request: APIRequestContext, orderNumber: string): Promise<void> {
  const merchantAuthentication = await merchantOf(request);
  const list = await ask<{ transactions: Listed[] }>(request, {
    getUnsettledTransactionListRequest: { merchantAuthentication },
  });
  const charge = list.transactions.find(({ invoiceNumber }) => invoiceNumber === orderNumber);
  const voided = await ask<{ messages: { resultCode: string } }>(request, {
    createTransactionRequest: {
      merchantAuthentication,
      transactionRequest: { transactionType: "voidTransaction", refTransId: charge?.transId },
    },
  });
  expect(voided.messages.resultCode, JSON.stringify(voided)).toBe("Ok");
}

/** Decides about a held payment directly at the gateway. */
export async function review(
  request: APIRequestContext,
  orderNumber: string,
  action: "approve" | "decline",
): Promise<void> {
  const merchantAuthentication = await merchantOf(request);
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

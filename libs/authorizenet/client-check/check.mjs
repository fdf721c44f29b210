// Makes every call of a shop with the official SDK against the sandbox and prints each answer on a line.
// Usage: node check.mjs GATEWAY ADMIN LOGIN TRANSACTION_KEY CLIENT_KEY
import authorizenet from "authorizenet";

const { APIContracts: contracts, APIControllers: controllers } = authorizenet;
const [gateway, admin, login, transactionKey, clientKey] = process.argv.slice(2);
const address = `${gateway}/xml/v1/request.api`;
const say = (...words) => console.log(words.map((word) => JSON.stringify(word)).join(" "));

/** Sends a request by its controller. The SDK never calls back after a failure, so a time limit detects it. */
function send(Controller, request) {
  const authentication = new contracts.MerchantAuthenticationType();
  authentication.setName(login);
  authentication.setTransactionKey(transactionKey);
  request.setMerchantAuthentication(authentication);
  const controller = new Controller(request.getJSON());
  controller.setEnvironment(address);
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(controller.getError() ?? new Error("no answer")), 20_000);
    controller.execute(() => {
      clearTimeout(clock);
      resolve(controller.getResponse());
    });
  });
}

async function token(cardNumber) {
  const response = await fetch(address, {
    method: "POST",
    body: JSON.stringify({
      securePaymentContainerRequest: {
        merchantAuthentication: { name: login, clientKey },
        data: { type: "TOKEN", id: "1", token: { cardNumber, expirationDate: "122030" } },
      },
    }),
  });
  return JSON.parse(await response.text()).opaqueData;
}

async function transact(reference, fill) {
  const transaction = new contracts.TransactionRequestType();
  const order = new contracts.OrderType();
  order.setInvoiceNumber(reference.slice(0, 20));
  transaction.setOrder(order);
  await fill(transaction);
  const request = new contracts.CreateTransactionRequest();
  request.setRefId(reference);
  request.setTransactionRequest(transaction);
  const reply = await send(controllers.CreateTransactionController, request);
  return new contracts.CreateTransactionResponse(reply);
}

const charge = (reference, cardNumber) =>
  transact(reference, async (transaction) => {
    const { dataDescriptor, dataValue } = await token(cardNumber);
    const opaque = new contracts.OpaqueDataType();
    opaque.setDataDescriptor(dataDescriptor);
    opaque.setDataValue(dataValue);
    const payment = new contracts.PaymentType();
    payment.setOpaqueData(opaque);
    const person = new contracts.CustomerAddressType();
    person.setFirstName("Ann");
    person.setLastName("Lee");
    const setting = new contracts.SettingType();
    setting.setSettingName("duplicateWindow");
    setting.setSettingValue("28800");
    const settings = new contracts.ArrayOfSetting();
    settings.setSetting([setting]);
    transaction.setTransactionType(contracts.TransactionTypeEnum.AUTHCAPTURETRANSACTION);
    transaction.setAmount("25.00");
    transaction.setCurrencyCode("CAD");
    transaction.setPayment(payment);
    transaction.setBillTo(person);
    transaction.setCustomerIP("203.0.113.9");
    transaction.setTransactionSettings(settings);
  });

const refund = (reference, transId) =>
  transact(reference, (transaction) => {
    const card = new contracts.CreditCardType();
    card.setCardNumber("1111");
    card.setExpirationDate("XXXX");
    const payment = new contracts.PaymentType();
    payment.setCreditCard(card);
    transaction.setTransactionType(contracts.TransactionTypeEnum.REFUNDTRANSACTION);
    transaction.setAmount("5.00");
    transaction.setPayment(payment);
    transaction.setRefTransId(transId);
  });

const undo = (reference, transId) =>
  transact(reference, (transaction) => {
    transaction.setTransactionType(contracts.TransactionTypeEnum.VOIDTRANSACTION);
    transaction.setRefTransId(transId);
  });

async function details(transId) {
  const request = new contracts.GetTransactionDetailsRequest();
  request.setTransId(transId);
  const reply = await send(controllers.GetTransactionDetailsController, request);
  return new contracts.GetTransactionDetailsResponse(reply);
}

const status = async (transId) => (await details(transId)).getTransaction().getTransactionStatus();

function page() {
  const sorting = new contracts.TransactionListSorting();
  sorting.setOrderBy(contracts.TransactionListOrderFieldEnum.SUBMITTIMEUTC);
  sorting.setOrderDescending(true);
  const paging = new contracts.Paging();
  paging.setLimit(1000);
  paging.setOffset(1);
  return { sorting, paging };
}

async function list(Controller, request, Response) {
  const { sorting, paging } = page();
  request.setSorting(sorting);
  request.setPaging(paging);
  const response = new Response(await send(Controller, request));
  return response.getTransactions().getTransaction?.() ?? response.getTransactions();
}

function tell(what, response) {
  const transaction = response.getTransactionResponse();
  const code = transaction.getResponseCode();
  const reasons = transaction.getMessages()?.getMessage() ?? transaction.getErrors().getError();
  say(what, code, reasons[0].getCode?.() ?? reasons[0].getErrorCode(), response.getRefId());
  return transaction.getTransId();
}

const approved = await charge("PAY1", "4111111111111111");
const paid = tell("approved", approved);
say("account", approved.getTransactionResponse().getAccountNumber(), approved.getTransactionResponse().getAccountType());
tell("declined", await charge("PAY2", "4000000000000002"));
const held = tell("held", await charge("PAY3", "4000000000009235"));
tell("failed", await charge("PAY4", "4000000000000119"));
const tooLong = await charge("A-REFERENCE-TOO-LONG-FOR-THE-GATEWAY", "4111111111111111");
say("refused", tooLong.getMessages().getMessage()[0].getCode());

const found = await details(paid);
say("details", found.getTransaction().getTransactionStatus(), found.getTransaction().getSettleAmount(), found.transrefId);
const unsettled = await list(
  controllers.GetUnsettledTransactionListController,
  new contracts.GetUnsettledTransactionListRequest(),
  contracts.GetUnsettledTransactionListResponse,
);
say("unsettled", unsettled.map((item) => item.invoiceNumber).sort());

const decision = new contracts.HeldTransactionRequestType();
decision.setAction(contracts.AfdsTransactionEnum.APPROVE);
decision.setRefTransId(held);
const review = new contracts.UpdateHeldTransactionRequest();
review.setHeldTransactionRequest(decision);
await send(controllers.UpdateHeldTransactionController, review);
say("reviewed", await status(held));
tell("voided", await undo("VOID1", held));
say("void", await status(held));
tell("unsettled refund", await refund("BACK1", paid));

await fetch(`${admin}/settle`, { method: "POST" });
say("settled", await status(paid));
tell("refunded", await refund("BACK2", paid));
const batches = await send(controllers.GetSettledBatchListController, new contracts.GetSettledBatchListRequest());
const { batchId, settlementState } = batches.batchList[0];
say("batch", settlementState);
const inBatch = new contracts.GetTransactionListRequest();
inBatch.setBatchId(batchId);
const settled = await list(controllers.GetTransactionListController, inBatch, contracts.GetTransactionListResponse);
say("in batch", settled.map((item) => item.invoiceNumber).sort());

const merchant = await send(controllers.GetMerchantDetailsController, new contracts.GetMerchantDetailsRequest());
say("merchant", merchant.currencies, merchant.publicClientKey === clientKey);
const test = await send(controllers.AuthenticateTestController, new contracts.AuthenticateTestRequest());
say("authenticated", test.messages.resultCode);
process.exit(0);

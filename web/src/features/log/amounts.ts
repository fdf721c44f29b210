/** Fields of an entry of the log that hold amounts of money. */
export const AMOUNTS = new Set([
  "amount",
  "goal",
  "loss",
  "paidTwice",
  "balance",
  "value",
  "reserve",
  "turnover",
  "outstanding",
  "total",
  "mostAmount",
  "singleAmount",
]);

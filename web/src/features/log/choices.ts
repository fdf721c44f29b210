// Labels of field values.
import { m } from "@/i18n";

/** Ended sessions. A single session has its id as value instead. */
export const sessions: Partial<Record<string, () => string>> = {
  all: m.log_sessions_all,
  others: m.log_sessions_others,
};

/** Counter limits that a redemption exceeded. */
const limits: Partial<Record<string, () => string>> = {
  SINGLE: m.log_field_single_amount,
  COUNT: m.log_field_most_redemptions,
  AMOUNT: m.log_field_most_amount,
};

/** Methods of signing in and second steps. */
const methods: Partial<Record<string, () => string>> = {
  PASSWORD: m.log_method_password,
  PASSKEY: m.log_method_passkey,
  AUTHENTICATOR_APP: m.log_method_authenticator_app,
  RECOVERY_CODE: m.log_method_recovery_code,
  FRESH_PROOF: m.log_method_fresh_proof,
  "authenticator app": m.log_method_authenticator_app,
};

/** Reporters of lost cards. */
const reporters: Partial<Record<string, () => string>> = {
  HOLDER: m.log_by_holder,
  SHOP: m.log_by_shop,
  SUPPORT: m.log_by_support,
};

/** Fields with a fixed set of values, and their labels. */
export const choices: Partial<Record<string, Partial<Record<string, () => string>>>> = {
  cause: limits,
  method: methods,
  factor: methods,
  provenBy: methods,
  by: reporters,
};

/** Fields of an entry of the log that hold amounts of money. */
export const AMOUNTS = new Set([
  "amount",
  "minimum",
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

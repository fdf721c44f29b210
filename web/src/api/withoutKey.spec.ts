// A call whose reply is lost is sent again, by the app or by the user. Most calls that create something carry an idempotency key.
// Here are those that need none. A new POST takes a key (`Once` on the server), or joins one of these lists.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** A repetition finds the state that it would set, and changes nothing. */
const SETS_A_STATE = `
  /Accounts/offers/{token}/accepted /Accounts/offers/{token}/declined /Accounts/invitations/{id}/approved
  /Accounts/invitations/{id}/declined /Accounts/{id}/second-factors/reset /Approvals/{id}/approved /Approvals/{id}/declined
  /Approvals/{id}/withdrawn /Books/bank-accounts /Books/bank-statements /Books/months /Books/reopenings /Cards/{id}/reminded /Carts/items
  /Carts/lists /Carts/lists/preview
  /Gifts/{token}/claimed /Gifts/{token}/opened /Gifts/{token}/thanked /Helpdesk/orders/{id}/cancelled
  /Helpdesk/orders/{id}/checked /Helpdesk/orders/{id}/released /Helpdesk/orders/{id}/voided
  /Helpdesk/orders/{id}/refunds/{refundId}/tried-again /Notices/read /OAuth/logout /Orders/checkout /Payouts /Payouts/exports
  /Payouts/runs/{id}/exports /Report/subscriptions /Tenants/registrations/answered /Tills/approvals/{id}/approved
  /Tills/pins/unlocked /Tills/pins/{id}/unlocked /Accounts/{id}/closed /Accounts/{id}/closing-declined`;

/** The code, link or challenge of the call works once, so the server refuses a repetition. */
const WORKS_ONCE = `
  /Accounts/confirmed /Accounts/passworded /Accounts/sessions-ended /Accounts/me/passkeys /Tills/enrolled /Tills/pins/renewed
  /Helpdesk/dead-letters/{id}/sent-again /Setup/administrator`;

/** A repetition replaces what the first call made, such as a link or recovery codes. */
const REPLACES = `
  /Accounts/me/authenticator-app /Accounts/me/recovery-codes /Cards/{id}/lost /Tills/{id}/link
  /Vendors/{id}/test-card`;

/** A repetition sends another message. That is what somebody who has got none wants. */
const SENDS_A_MESSAGE = `
  /Accounts /Accounts/charity /Accounts/vendor /Accounts/forgot-password /Accounts/invitations/{id}/sent-again
  /Accounts/me/proof/email-code /Cards/{id}/resend-gift-card /Charities/{id}/asked /ContactUs /Gifts/{token}/email-code
  /OAuth/email-code /System/test-mail /Vendors/{id}/asked /client-errors`;

/** The call opens a session or reads, so it leaves nothing behind that counts twice. */
const READS_OR_SIGNS_IN = `
  /Accounts/closed-cards /Accounts/me/passkeys/offered /Cards/numbers/{token}/balance /Accounts/me/proof /Accounts/me/proof/passkey /File/bucket/{type}
  /Imports/campaigns/preview /Imports/causes/preview /Imports/shops/preview /OAuth/login /OAuth/login/email-code /OAuth/login/passkey /OAuth/login/second-factor /OAuth/passkey
  /OAuth/silent-login/{refreshToken} /Payouts/exports/{id}/file /Setup/sessions /System/checks/{part} /Tenants/registrations/opened /Tills/sessions`;

const lists = [SETS_A_STATE, WORKS_ONCE, REPLACES, SENDS_A_MESSAGE, READS_OR_SIGNS_IN];
const listed = lists.flatMap((list) => list.trim().split(/\s+/));

/** Sent by the gateway, not by the app. */
const BY_THE_GATEWAY = "/Payments/notifications";

interface Operation {
  parameters?: { name: string }[];
}

const document = JSON.parse(
  readFileSync(new URL("../../../crates/funray/openapi.json", import.meta.url), "utf8"),
) as { paths: Record<string, { post?: Operation }> };

function takesKey({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name === "Idempotency-Key");
}

describe("POST calls without an idempotency key", () => {
  it("are listed here with the effect of a repetition", () => {
    const withoutKey = Object.entries(document.paths)
      .filter(([, { post }]) => post !== undefined && !takesKey(post))
      .map(([path]) => path.replace("/api/v1", ""));
    expect([...listed, BY_THE_GATEWAY].toSorted()).toEqual(withoutKey.toSorted());
  });
});

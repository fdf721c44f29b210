import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { renderIn } from "@/i18n";
import type { LogEntry } from "./queries";
import { changesOf, sentenceOf, standingOf } from "./labels";

const entry: LogEntry = {
  id: "aud_1",
  at: "2026-03-10T15:00:00Z",
  action: "BANK_ACCOUNT_CHANGED",
  subjectKind: "TENANT",
  subjectId: "ten_1",
  subjectName: "Maple Leaf Books",
  tenantId: "ten_1",
  tenantName: "Maple Leaf Books",
  tenantType: "VENDOR",
  actorId: "per_1",
  actorName: "Marie Roy",
  actorEmail: "marie@shop.example",
  program: null,
  role: "ADMINISTRATOR",
  before: { account: "…4321" },
  after: { account: "…9876" },
  reason: null,
  address: null,
  userAgent: null,
};

const document = JSON.parse(
  readFileSync(new URL("../../../../crates/funray/openapi.json", import.meta.url), "utf8"),
) as { components: { schemas: { Action: { enum: LogEntry["action"][] } } } };

afterEach(() => renderIn("en"));

describe.each(["en", "fr"] as const)("in %s", (language) => {
  it.each(document.components.schemas.Action.enum)("there is a sentence for %s", (action) => {
    renderIn(language);
    const sentence = sentenceOf({ ...entry, action });
    expect(sentence).not.toContain(action);
    expect(sentence).not.toMatch(/[{}]/);
  });
});

describe("sentenceOf", () => {
  it("names actor and action", () => {
    expect(sentenceOf(entry)).toBe("Marie Roy changed the bank account of Maple Leaf Books");
  });

  it("names no actor for a closed account, a guest or the system", () => {
    const nameless = { ...entry, actorName: null };
    expect(sentenceOf(nameless)).toMatch(/^A closed account /);
    expect(sentenceOf({ ...nameless, actorId: null })).toMatch(/^Somebody who was not signed in /);
    expect(sentenceOf({ ...nameless, actorId: null, program: "check" })).toMatch(/^The system /);
  });

  it("names the list that was read", () => {
    const read: LogEntry = { ...entry, action: "LIST_READ", subjectKind: "LIST", subjectName: null };
    expect(sentenceOf({ ...read, subjectId: "USERS" })).toBe("Marie Roy read the users");
    expect(sentenceOf({ ...read, subjectId: "NEWER" })).toBe("Marie Roy read NEWER");
  });

  it("names the actor's role and address at that time", () => {
    expect(standingOf(entry)).toBe("Administrator · marie@shop.example");
    expect(standingOf({ ...entry, role: null, actorEmail: null })).toBe("");
  });

  it("keeps the raw value of an unknown action", () => {
    const unknown = { ...entry, action: "SOMETHING_NEW" } as unknown as LogEntry;
    expect(sentenceOf(unknown)).toBe("Marie Roy: SOMETHING_NEW – Maple Leaf Books");
  });

  it("names an invitation by its masked address", () => {
    const offered: LogEntry = {
      ...entry,
      action: "ROLE_WITHDRAWN",
      subjectKind: "INVITATION",
      subjectName: null,
      after: { role: "EMPLOYEE", email: "n…@shop.test" },
    };
    expect(sentenceOf(offered)).toBe("Marie Roy withdrew the offer of a role: n…@shop.test");
    expect(changesOf(offered).map(({ label }) => label)).toEqual(["Account", "Role"]);
  });

  it("names a card by its shop", () => {
    const frozen: LogEntry = { ...entry, action: "CARD_FROZEN", subjectKind: "CARD", subjectName: null };
    expect(sentenceOf(frozen)).toBe("Marie Roy deactivated a card of Maple Leaf Books");
    const numbered = sentenceOf({ ...frozen, subjectName: "4321" });
    expect(numbered).toBe("Marie Roy deactivated card …4321 of Maple Leaf Books");
  });
});

describe("changesOf", () => {
  it("returns one change for each field", () => {
    expect(changesOf(entry)).toEqual([{ label: "Account", before: "…4321", after: "…9876" }]);
  });

  it("names empty values, yes and no, roles and fields", () => {
    const after = { description: null, isActive: true, role: "MANAGER", fields: ["name", "address"] };
    const texts = changesOf({ ...entry, before: null, after }).map((change) => change.after);
    expect(texts).toEqual(["nothing", "yes", "Manager", "Name, Address"]);
  });

  it("names ways of signing in, and formats amounts", () => {
    const after = { method: "RECOVERY_CODE", factor: "authenticator app", amount: 12.5, paidTwice: 25 };
    const texts = changesOf({ ...entry, before: null, after }).map((change) => change.after);
    expect(texts).toEqual(["recovery code", "authenticator app", "$12.50", "$25.00"]);
  });

  it("names provinces in the page's language", () => {
    renderIn("fr");
    const after = { address: "1 Main Street, Halifax, Nova Scotia", province: "British Columbia" };
    const texts = changesOf({ ...entry, before: null, after }).map((change) => change.after);
    expect(texts).toEqual(["1 Main Street, Halifax, Nouvelle-Écosse", "Colombie-Britannique"]);
  });

  it("names what is left on the cards after a shop's closing, and the recovery codes that are left", () => {
    const after = { left: 25 };
    const changes = (action: LogEntry["action"]) => changesOf({ ...entry, action, before: null, after });
    expect(changes("SHOP_CLOSING_ENDED")).toMatchObject([{ label: "Left on the cards", after: "$25.00" }]);
    expect(changes("RECOVERY_CODE_USED")).toMatchObject([{ label: "Codes left", after: "25" }]);
  });

  it("hides ids: a moved category is only changed, sessions are counted, transactions omitted", () => {
    const before = { region: "reg_1", logo: "k1" };
    const after = { region: "reg_2", logo: "k2", session: "ses_1", transactionId: "trf_1" };
    expect(changesOf({ ...entry, before, after })).toEqual([
      { label: "Region", before: undefined, after: "changed" },
      { label: "Logo", before: undefined, after: "changed" },
      { label: "Session", before: undefined, after: "one" },
    ]);
  });

  it("formats a shop's card amounts as prices", () => {
    const [before, after] = [{ cardAmounts: "0" }, { cardAmounts: "Amount25,Amount50" }];
    const [change] = changesOf({ ...entry, before, after });
    expect([change?.before, change?.after]).toEqual(["nothing", "$25, $50"]);
    const limits = changesOf({
      ...entry,
      before: { customAmounts: null },
      after: { customAmounts: "10-200" },
    });
    expect(limits.map(({ after: text }) => text)).toEqual(["$10 – $200"]);
  });

  it("names limits and risks, and formats their amounts", () => {
    const after = { value: "$1,060.00", cause: "SINGLE", reasons: ["YOUNG_ACCOUNT"] };
    const texts = changesOf({ ...entry, before: null, after }).map((change) => change.after);
    expect(texts).toEqual(["$1,060.00", "Dollars from one card in an hour", "New account, large order"]);
  });

  it("names the shop of a burst, with the value of its cards", () => {
    const amounts = { cards: 52, amount: "$1,040.00", outstanding: "$3,740.95" };
    const found = { ...entry, action: "BURST_FOUND", subjectKind: "BURST", subjectName: null } as LogEntry;
    const burst = { ...found, before: null, after: amounts };
    expect(sentenceOf(burst)).toMatch(/ Maple Leaf Books$/);
    renderIn("fr");
    expect(changesOf(burst).map(({ label, after }) => [label, after])).toEqual([
      ["Cartes", "52"],
      ["Montant", "1\u00a0040,00\u00a0$"],
      ["Sur les cartes du commerce avant", "3\u00a0740,95\u00a0$"],
    ]);
  });

  it("names the reporter of a lost card, and the time zone of a counter", () => {
    const after = { by: "SHOP", timeZone: "America/Halifax" };
    expect(changesOf({ ...entry, before: null, after })).toEqual([
      { label: "Reported by", before: undefined, after: "the shop" },
      { label: "Time zone of the counter", before: undefined, after: "Atlantic Time (Halifax)" },
    ]);
  });

  it("shows when counter settings take effect", () => {
    const settings = { ...entry, action: "COUNTER_SETTINGS_CHANGED" } as LogEntry;
    const loosened = { ...settings, before: { from: null }, after: { from: "2025-03-06T17:00:00Z" } };
    expect(changesOf(loosened)).toEqual([
      { label: "In force", before: undefined, after: expect.stringMatching(/^from Mar.6,.2025, 12:00/) },
    ]);
    const tightened = { ...settings, before: { from: "2025-03-06T17:00:00Z" }, after: { from: null } };
    expect(changesOf(tightened).map(({ after }) => after)).toEqual(["at once"]);
  });

  it("shows when closing an account was requested, and its roles", () => {
    const before = { roles: ["MANAGER", "CONSUMER"], askedAt: "2025-03-06T17:00:00Z" };
    expect(changesOf({ ...entry, before, after: { roles: [] } })).toEqual([
      { label: "Role", before: "Manager, Consumer", after: "nothing" },
      { label: "Asked for on", before: expect.stringMatching(/^Mar.6,.2025, 12:00/), after: undefined },
    ]);
  });

  it("formats days of every field", () => {
    const after = { startsOn: "2025-03-10", endsOn: "2025-12-31", ofALaterVersion: "2026-07-01" };
    expect(changesOf({ ...entry, before: null, after }).map(({ after: day }) => day)).toEqual([
      "March\u00a010,\u00a02025",
      "December\u00a031,\u00a02025",
      "July\u00a01,\u00a02026",
    ]);
  });

  it("shows the number of rows of a list, and the amount of a bank file", () => {
    const read = { ...entry, subjectKind: "LIST", before: null } as LogEntry;
    const texts = changesOf({ ...read, after: { rows: 33, total: 340 } }).map(({ after }) => after);
    expect(texts).toEqual(["33", "340"]);
    const file = { ...read, subjectKind: "PAYOUT_EXPORT", after: { total: 340 } } as LogEntry;
    expect(changesOf(file).map(({ after }) => after)).toEqual(["$340.00"]);
  });

  it("names the closed month and its totals", () => {
    const closed = {
      ...entry,
      action: "MONTH_CLOSED",
      subjectKind: "CLOSED_MONTH",
      subjectName: "2026-09",
      before: null,
      after: { transfers: 70, turnover: 2777.05 },
    } as LogEntry;
    expect(sentenceOf(closed).replaceAll("\u00a0", " ")).toBe("Marie Roy closed September 2026 in the books");
    expect(changesOf(closed).map(({ label, after }) => [label, after])).toEqual([
      ["Transfers", "70"],
      ["Turnover", "$2,777.05"],
    ]);
  });

  it("shows the approved amount", () => {
    const approved = { ...entry, action: "REDEMPTION_APPROVED", subjectKind: "CARD" } as LogEntry;
    const changes = changesOf({ ...approved, before: { balance: 25.1 }, after: { balance: 15 } });
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [undefined, "$10.10"],
      ["$25.10", "$15.00"],
    ]);
  });

  it("omits ids of appointers, and a missing reference", () => {
    const after = { role: "MANAGER", appointedBy: ["per_2"], reference: null };
    expect(changesOf({ ...entry, before: null, after }).map(({ label }) => label)).toEqual(["Role"]);
  });
});

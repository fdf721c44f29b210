// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderPiece, server, signInAs, toasts } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import type { Case, CaseEvent, CaseNote } from "./queries";
import { Timeline } from "./Timeline";

const AT = "2026-03-10T15:00:00Z";
const ABOUT: Case = { kind: "order", id: "ord_1" };
const TIMELINE = "GET /Helpdesk/cases/order/ord_1/timeline";

const event = (id: string, part: Partial<CaseEvent>): CaseEvent => ({
  id,
  at: AT,
  audited: null,
  moved: null,
  gift: null,
  mailed: null,
  noted: null,
  ...part,
});

const movement: NonNullable<CaseEvent["moved"]> = {
  kind: "REDEMPTION",
  cardId: "crd_1",
  cardNumber: "•••• •••• •••• 0010",
  amount: -10,
  balance: 15,
  reason: null,
  actorId: "per_2",
  actorName: "Emil Roy",
  till: "Front",
};

const note = (changes: Partial<CaseNote> = {}): CaseNote => ({
  id: "nte_1",
  about: "order",
  text: "Called at noon.",
  createdAt: AT,
  authorId: "per_1",
  authorName: "Adam Roy",
  struckOutAt: null,
  struckOutByName: null,
  ...changes,
});

function Page() {
  const [isWriting, setIsWriting] = useState(false);
  return <Timeline about={ABOUT} isWriting={isWriting} onWriting={setIsWriting} />;
}

const show = (...items: CaseEvent[]) => {
  server.on(TIMELINE, () => ({ items, next: null }));
  renderPiece(<Page />);
  return screen.findByRole("list", { name: "What happened" });
};

beforeEach(() => signInAs("administrator"));

describe("Timeline", () => {
  it("shows who moved how much on which card, where, and the balance", async () => {
    const list = await show(event("trf_1", { moved: movement }));
    expect(list.textContent).toContain("Emil Roy redeemed $10.00");
    expect(list.textContent).toContain("•••• 0010 · $15.00 left on the card");
    expect(list.textContent).toContain("Front");
  });

  it("shows movements with the action that caused them, and only there", async () => {
    const audited: NonNullable<CaseEvent["audited"]> = {
      id: "aud_1",
      at: AT,
      action: "ORDER_REFUNDED",
      actorId: "per_1",
      actorName: "Adam Roy",
      actorEmail: "adam@shop.example",
      address: null,
      after: null,
      before: null,
      program: null,
      reason: "Bought by mistake",
      role: "ADMINISTRATOR",
      subjectId: "ord_1",
      subjectKind: "ORDER",
      subjectName: null,
      tenantId: null,
      tenantName: null,
      tenantType: null,
      userAgent: null,
    };
    const refunded = {
      ...movement,
      kind: "REFUND" as const,
      amount: -25,
      balance: 0,
      actorId: "per_1",
      till: null,
    };
    await show(
      event("trf_2", { moved: { ...refunded, reason: "Bought by mistake" } }),
      event("aud_1", { audited }),
      event("trf_1", { moved: movement }),
    );
    const [act, other, ...more] = screen.getAllByRole("listitem");
    expect(act?.textContent).toContain("•••• 0010 · -$25.00 · $0.00 left on the card");
    expect(act?.textContent.match(/Bought by mistake/g)).toHaveLength(1);
    expect(other?.textContent).toContain("Emil Roy redeemed $10.00");
    expect(more).toEqual([]);
  });

  it("shows whether emails were sent, and what recipients did", async () => {
    const mail = { id: "job_1", isOpen: false, letter: "gift", to: "b…@home.example", bounceStatus: null };
    const bounced = (bounceStatus: string) => ({ ...mail, state: "BOUNCED" as const, bounceStatus });
    const gift = { cardId: "crd_1", cardNumber: movement.cardNumber, kind: "OPENED" } as const;
    const list = await show(
      event("job_5", { mailed: bounced("5.1.1") }),
      event("job_4", { mailed: bounced("5.4.4") }),
      event("job_3", { mailed: { ...mail, state: "FAILED" } }),
      event("job_2", { mailed: { ...mail, letter: "unheardOf", state: "RETRYING" } }),
      event("job_1", { mailed: { ...mail, state: "SENT" } }),
      event("job_0", { mailed: { ...mail, letter: "buyingLimit", state: "SENT" } }),
      event("crd_1.opened", { gift }),
    );
    for (const text of [
      "Email with the gift: came back from b…@home.example – nobody has this address",
      "Email with the gift: came back from b…@home.example – its mail server can’t be reached",
      "Email with the gift: could not be delivered to b…@home.example",
      "Email: not delivered to b…@home.example yet.",
      "Email with the gift: sent to b…@home.example",
      "Notice of the buying limit: sent to b…@home.example",
      "The recipient opened the gift",
    ]) {
      expect(list.textContent).toContain(text);
    }
  });

  it("lets an administrator mark a bounced email as done, once", async () => {
    server.on("PUT /Helpdesk/dead-letters/job_9/closed", () => undefined);
    const mail = { letter: "gift", to: "b…@home.example", state: "BOUNCED", bounceStatus: "5.1.1" } as const;
    await show(
      event("job_9", { mailed: { ...mail, id: "job_9", isOpen: true } }),
      event("job_8", { mailed: { ...mail, id: "job_8", isOpen: false } }),
    );
    await press("Done: Email with the gift to b…@home.example");
    await waitFor(() => expect(server.asked("PUT /Helpdesk/dead-letters/job_9/closed")).toHaveLength(1));
  });

  it("shows emails of an order that were sent together in one line, and no others", async () => {
    const sent = { id: "job_1", isOpen: false, state: "SENT" as const };
    const mail = { ...sent, to: "b…@home.example", bounceStatus: null };
    const list = await show(
      event("job_3", { mailed: { ...mail, letter: "receipt" } }),
      event("job_2", { mailed: { ...mail, letter: "card" } }),
      event("job_1", { mailed: { ...mail, letter: "resetPassword" } }),
    );
    expect(list.textContent).toContain("Receipt, Email with the card: sent to b…@home.example");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });

  it("loads the next part", async () => {
    server.on(TIMELINE, ({ query }) =>
      query.get("before") === "1.nte_2"
        ? { items: [event("nte_1", { noted: note({ text: "Earlier." }) })], next: null }
        : { items: [event("nte_2", { noted: note() })], next: "1.nte_2" },
    );
    renderPiece(<Page />);
    await press("Show earlier");
    expect(await screen.findByText("Earlier.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Show earlier" })).toBeNull();
  });

  it("says that there are no entries", async () => {
    renderPiece(<Page />);
    expect(await screen.findByText("Nothing has happened yet.")).toBeDefined();
  });
});

describe("Timeline note", () => {
  it("opens a form on request, and then appears in the list", async () => {
    server.on("POST /Helpdesk/cases/order/ord_1/notes", () => {
      server.on(TIMELINE, () => ({ items: [event("nte_1", { noted: note() })], next: null }));
      return note();
    });
    renderPiece(<Page />);
    expect(screen.queryByLabelText("Note")).toBeNull();
    await press("Add a note");
    await press("Save the note");
    expect(await screen.findByText("Note field is required.")).toBeDefined();
    fireEvent.change(screen.getByLabelText("Note"), { target: { value: " Called at noon. " } });
    await press("Save the note");
    expect(await screen.findByText("Called at noon.")).toBeDefined();
    expect(server.asked("POST /Helpdesk/cases/order/ord_1/notes").map(({ body }) => body)).toEqual([
      { text: "Called at noon." },
    ]);
    await waitFor(() => expect(screen.queryByLabelText("Note")).toBeNull());
    expect(toasts()).toEqual(["Note saved"]);
  });

  it("never contains a card's code", async () => {
    renderPiece(<Page />);
    await press("Add a note");
    fireEvent.change(screen.getByLabelText("Note"), { target: { value: `FR1:${"0".repeat(32)}` } });
    await press("Save the note");
    await waitFor(() => expect(screen.getByLabelText("Note").getAttribute("aria-invalid")).toBe("true"));
  });

  it("is struck out after a confirmation, and stays readable", async () => {
    const struck = note({ struckOutAt: AT, struckOutByName: "Sue Roy" });
    server.on("PUT /Helpdesk/notes/nte_1/struck-out", () => {
      server.on(TIMELINE, () => ({ items: [event("nte_1", { noted: struck })], next: null }));
      return struck;
    });
    await show(event("nte_1", { noted: note() }));
    await press("Strike out");
    expect(server.asked("PUT /Helpdesk/notes/nte_1/struck-out")).toEqual([]);
    const [, confirm] = await screen.findAllByRole("button", { name: "Strike out" });
    fireEvent.click(confirm as HTMLElement);
    expect(await screen.findByText(/Struck out by Sue Roy/)).toBeDefined();
    expect(screen.getByText("Called at noon.").tagName).toBe("S");
    expect(screen.queryByRole("button", { name: "Strike out" })).toBeNull();
  });

  it("names its subject when shown elsewhere, and says that its text was removed", async () => {
    const list = await show(event("nte_1", { noted: note({ about: "card", text: "" }) }));
    expect(list.textContent).toContain("Note on a card");
    expect(list.textContent).toContain("The text went with the account.");
  });
});

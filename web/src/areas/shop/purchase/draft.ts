// Unfinished purchase form. Stored per tab, because phones discard and reload background tabs.
import { purchaseDraft } from "@/session/purchaseDraft";
import { noPurchase, type Purchase } from "./purchase";

interface Draft {
  shopId: string;
  /** Amount in the page's address. */
  chosen: number;
  purchase: Purchase;
}

export function clearDraft(): void {
  purchaseDraft.remove();
}

/** Returns the unfinished purchase at a shop. A new amount in the address replaces that of the draft. */
export function readDraft(shopId: string, chosen: number): Purchase {
  const blank = { ...noPurchase, amount: chosen };
  try {
    const draft = JSON.parse(purchaseDraft.read() ?? "null") as Draft | null;
    if (draft?.shopId !== shopId) return blank;
    const amount = draft.chosen === chosen ? draft.purchase.amount : chosen;
    return { ...blank, ...draft.purchase, amount };
  } catch {
    return blank;
  }
}

export function writeDraft(draft: Draft): void {
  purchaseDraft.write(JSON.stringify(draft));
}

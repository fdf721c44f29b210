// What a person has typed on a purchase page and not yet put into the cart. It stays in the tab, which a phone may throw away
// and load again.
import { purchaseDraft } from "@/session/purchaseDraft";
import { noPurchase, type Purchase } from "./purchase";

interface Draft {
  shopId: string;
  /** The amount that the page's address named. */
  chosen: number;
  purchase: Purchase;
}

export function forgetDraft(): void {
  purchaseDraft.remove();
}

/** The purchase that was begun at this shop. An amount that the address names anew counts more than that of the draft. */
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

import type { WalletTab } from "./queries";

const cardGrid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))] gap-x-8 gap-y-9";

/** Layout of each part of the wallet on phones: own cards in a pile, given cards in rows with a small card beside the text. */
export const listClass: Record<WalletTab, string> = {
  own: `${cardGrid} wallet-stack max-sm:gap-0`,
  given: `${cardGrid} max-sm:gap-5 max-sm:[&_.wallet-card]:grid-cols-[128px_minmax(0,1fr)] max-sm:[&_.wallet-card]:items-center`,
};

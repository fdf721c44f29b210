import type { WalletPart } from "./queries";

export const cardGrid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,264px),1fr))] gap-x-8 gap-y-9";

/** How each half lies on phones: on a pile, or in rows. */
export const listLook: Record<WalletPart, string> = {
  own: `${cardGrid} wallet-stack max-sm:gap-0`,
  given: `${cardGrid} wallet-rows max-sm:gap-5`,
};

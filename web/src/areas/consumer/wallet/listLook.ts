import type { WalletPart } from "./queries";

/** How each half lies on phones: on a pile, or in rows. */
export const listLook: Record<WalletPart, string> = {
  own: "wallet-cards wallet-stack",
  given: "wallet-cards wallet-rows",
};

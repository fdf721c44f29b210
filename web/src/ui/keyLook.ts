/** A key for a thumb: of an amount that is redeemed, and of a PIN. */
export const keyLook =
  "grid place-items-center rounded-control text-xl/normal font-[650] touch-manipulation select-none active:bg-[color-mix(in_oklab,var(--ink),var(--surface)_78%)]";

/** Class names of a large key, for amounts at the counter and for PINs. */
export const keyClass =
  "grid place-items-center rounded-control text-xl/normal font-[650] touch-manipulation select-none active:bg-[color-mix(in_oklab,var(--ink),var(--surface)_78%)]";

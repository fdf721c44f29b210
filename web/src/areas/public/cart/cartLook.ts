// How the cart lies, before its cards are known and after.

export const cartGrid = "mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_360px]";

/** The card stands beside as many rows as there are: gaps of rows that aren't would add up. */
export const cartLine =
  "grid grid-cols-[116px_minmax(0,1fr)] gap-4 rounded-card bg-surface p-5 shadow-rest sm:grid-cols-[176px_minmax(0,1fr)] sm:gap-x-6 sm:gap-y-0";

export const cartCard = "sm:row-span-4";

/** What stands below the words about a card. */
export const cartRow = "col-span-full sm:col-[2] sm:mt-3";

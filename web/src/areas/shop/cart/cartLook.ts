// Layout classes of the cart, shared with its placeholder.

export const cartGrid = "mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_360px]";

/** The card spans only as many rows as the line has, because each empty row would add a gap. */
export const cartLine =
  "grid grid-cols-[116px_minmax(0,1fr)] gap-4 rounded-card bg-surface p-5 shadow-rest sm:grid-cols-[176px_minmax(0,1fr)] sm:gap-x-6 sm:gap-y-0";

export const cartCard = "sm:row-span-4";

/** A row below the description of a card. */
export const cartRow = "col-span-full sm:col-[2] sm:mt-3";

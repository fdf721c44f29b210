// Parses dollar amounts typed into a form: "1,500", "$1,500.50", "1 500,50 $".

/**
 * Groups of three digits separated by a blank or comma, and at most two decimals after a point or
 * comma.
 */
const AMOUNT = /^(\d+|\d{1,3}(?:[ ,]\d{3})+)(?:[.,](\d{1,2}))?$/;

/**
 * Returns the amount, or `undefined` for any other text. "1,500" has no decimals: cents have two
 * digits.
 */
export function typedDollars(text: string): number | undefined {
  const bare = text
    .replaceAll(/\s/g, " ")
    .trim()
    .replace(/^\$ ?| ?\$$/, "");
  const [, dollars, cents = ""] = AMOUNT.exec(bare) ?? [];
  if (dollars === undefined) return undefined;
  // Two kinds of group separators are a typing error.
  if (dollars.includes(" ") && dollars.includes(",")) return undefined;
  return Number(`${dollars.replaceAll(/[ ,]/g, "")}.${cents}`);
}

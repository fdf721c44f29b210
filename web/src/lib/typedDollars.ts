// Amounts of dollars as people type them into a form: "1,500", "$1,500.50", "1 500,50 $".

/** Groups of three digits, apart by a space or a comma, and at most two decimals after a point or a comma. */
const AMOUNT = /^(\d+|\d{1,3}(?:[ ,]\d{3})+)(?:[.,](\d{1,2}))?$/;

/** Returns undefined for a text that is no amount. "1,500" has no decimals: cents have two digits. */
export function typedDollars(text: string): number | undefined {
  const bare = text
    .replaceAll(/\s/g, " ")
    .trim()
    .replace(/^\$ ?| ?\$$/, "");
  const [, dollars, cents = ""] = AMOUNT.exec(bare) ?? [];
  if (dollars === undefined) return undefined;
  // Two kinds of marks between the groups are a mistake.
  if (dollars.includes(" ") && dollars.includes(",")) return undefined;
  return Number(`${dollars.replaceAll(/[ ,]/g, "")}.${cents}`);
}

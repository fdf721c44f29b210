// How cards are spoken of in the wallet.

/** Sixteen digits in fours. */
export function inFours(cardNumber: string): string {
  return cardNumber.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

/** What tells a card from another one of the same shop. */
export function lastFour(cardNumber: string): string {
  return `•••• ${cardNumber.slice(-4)}`;
}

/** What a till's scanner reads. */
export function codeContent(code: string): string {
  return `FR1:${code}`;
}

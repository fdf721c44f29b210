// Formats card numbers and codes.

/** Groups the sixteen digits by four. */
export function inFours(cardNumber: string): string {
  return cardNumber.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

/** Returns the last four digits, which distinguish cards of the same shop. */
export function lastFour(cardNumber: string): string {
  return `•••• ${cardNumber.slice(-4)}`;
}

/** Returns the end of a code, with which people without an account read the card's balance. */
export function codeEnd(code: string): string {
  return code.slice(-4);
}

/** Returns the text of a card's QR code. */
export function codeContent(code: string): string {
  return `FR1:${code}`;
}

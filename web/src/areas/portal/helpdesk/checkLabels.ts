// Labels for the gateway's checks of a payment: one letter for the buyer's address, one for the
// card's security code.
import { m } from "@/i18n";

const addressChecks: Record<string, () => string> = {
  X: m.helpdesk_check_matches,
  Y: m.helpdesk_check_matches,
  A: m.helpdesk_check_street_only,
  W: m.helpdesk_check_postal_only,
  Z: m.helpdesk_check_postal_only,
  N: m.helpdesk_check_differs,
  B: m.helpdesk_check_missing,
  E: m.helpdesk_check_not_made,
  G: m.helpdesk_check_not_made,
  P: m.helpdesk_check_not_made,
  R: m.helpdesk_check_not_made,
  S: m.helpdesk_check_not_made,
  U: m.helpdesk_check_not_made,
};

const codeChecks: Record<string, () => string> = {
  M: m.helpdesk_check_matches,
  N: m.helpdesk_check_differs,
  S: m.helpdesk_check_missing,
  P: m.helpdesk_check_not_made,
  U: m.helpdesk_check_not_made,
};

/** Returns a check's label; unknown letters are shown unchanged. */
function wordsOf(checks: Record<string, () => string>, letter: string | null): string {
  if (letter === null) return m.helpdesk_check_not_made();
  return checks[letter]?.() ?? letter;
}

export function addressCheckText(avs: string | null): string {
  return wordsOf(addressChecks, avs);
}

export function codeCheckText(cvv: string | null): string {
  return wordsOf(codeChecks, cvv);
}

// Where the counter's ways lead, by who stands at it.
import { useLocation } from "react-router";
import { adminPaths, staffPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { isAdministrator, isVendorEmployee, isVendorManager } from "@/session/can";
import type { Profile } from "@/session/current";

/** Whether somebody works with cards in the vendor's portal: its managers do, unless they stand at the counter, too. */
export function isAtOwnDesk(profile: Profile | undefined): boolean {
  return isVendorManager(profile) && !isVendorEmployee(profile);
}

/** The list of cards that somebody works with: also where they are led when something can't be done. */
export function cardListPlace(profile: Profile | undefined, vendorId: string): string {
  if (isAdministrator(profile)) return adminPaths.vendorArea(vendorId).cards();
  return isAtOwnDesk(profile) ? adminPaths.vendorArea().cards() : paths.scanCards();
}

/** Where a card is shown that was scanned. */
export function scannedPlace(
  profile: Profile | undefined,
  { id, vendorId }: { id: string; vendorId: string },
): string {
  if (isAdministrator(profile)) return adminPaths.vendorArea(vendorId).card(id);
  return isAtOwnDesk(profile) ? adminPaths.vendorArea().card(id) : paths.scanCard(id);
}

/** Whether the page at the screen is the counter, where cards open in place. */
export function useIsCounterPage(): boolean {
  return useLocation().pathname === staffPaths.counter();
}

/** Where the next card is taken. */
export function useNextCardPlace(): string {
  return useIsCounterPage() ? staffPaths.counter() : paths.scanCode();
}

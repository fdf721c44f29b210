// Where the counter's ways lead, by who stands at it.
import { matchPath, useLocation, useMatch } from "react-router";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { isAdministrator, isVendorEmployee, isVendorManager } from "@/session/can";
import { useProfile, type Profile } from "@/session/current";

type Place = { id: string; vendorId: string };

/** Whether a manager works with cards in the vendor's portal: managers do, unless they are clerks, too. */
export function isAtOwnDesk(profile: Profile | undefined): boolean {
  return isVendorManager(profile) && !isVendorEmployee(profile);
}

/** The user's list of cards: also where they are led when something can't be done. */
export function cardListPlace(profile: Profile | undefined, vendorId: string): string {
  if (isAdministrator(profile)) return adminPaths.vendorArea(vendorId).cards();
  return isAtOwnDesk(profile) ? adminPaths.vendorArea().cards() : paths.scanCards();
}

/** Where a card is shown that was scanned. */
export function scannedPlace(profile: Profile | undefined, { id, vendorId }: Place): string {
  if (isAdministrator(profile)) return adminPaths.vendorArea(vendorId).card(id);
  return isAtOwnDesk(profile) ? adminPaths.vendorArea().card(id) : paths.scanCard(id);
}

/** The id of the card that is open at the counter. */
export function useOpenCardId(): string | undefined {
  return useMatch(paths.scanCard(":id"))?.params.id;
}

/** Whether the page at the screen is the counter, where cards open in place. */
export function useIsCounterPage(): boolean {
  const { pathname } = useLocation();
  const addresses = [paths.counter(), paths.scanCode(), paths.scanCard(":id")];
  return addresses.some((address) => matchPath(address, pathname));
}

/** Returns a function with the place of a card that is found on this page: managers who scan for the portal return to it. */
export function useFoundPlace(): (card: Place) => string {
  const profile = useProfile();
  const isScanCode = useMatch(paths.scanCode()) !== null;
  const opensHere = useIsCounterPage() && !isScanCode;
  return (card) => (opensHere ? paths.scanCard(card.id) : scannedPlace(profile, card));
}

/** The counter without a card. The camera stays started. */
export function useEmptyCounter(): string {
  return useMatch(paths.scanCode()) ? paths.scanCode() : paths.counter();
}

/** Where the next card is taken. */
export function useNextCardPlace(): string {
  const empty = useEmptyCounter();
  return useIsCounterPage() ? empty : paths.scanCode();
}

const TEST_CODE = "test";

/** The counter with a test card open. */
export function testCardPlace(code: string): string {
  return `${paths.counter()}?${new URLSearchParams({ [TEST_CODE]: code })}`;
}

/** The test card that the address opens at the counter. */
export function testCodeIn(search: URLSearchParams): string | undefined {
  return search.get(TEST_CODE) ?? undefined;
}

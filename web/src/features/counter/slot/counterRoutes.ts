// Navigation targets of the counter, by role.
import { matchPath, useLocation, useMatch } from "react-router";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { isAdministrator, isVendorEmployee, isVendorManager } from "@/session/can";
import { useProfile, type Profile } from "@/session/current";

type Place = { id: string; vendorId: string };

/** Returns whether a manager works with cards in the vendor's portal. Managers who are also clerks use the counter. */
function worksInPortal(profile: Profile | undefined): boolean {
  return isVendorManager(profile) && !isVendorEmployee(profile);
}

/** Returns the path of the user's card list. It is also the fallback after an error. */
export function cardListPath(profile: Profile | undefined, vendorId: string): string {
  if (isAdministrator(profile)) return adminPaths.vendorArea(vendorId).cards();
  return worksInPortal(profile) ? adminPaths.vendorArea().cards() : paths.scanCards();
}

/** Returns the path of a scanned card. */
export function scannedCardPath(profile: Profile | undefined, { id, vendorId }: Place): string {
  if (isAdministrator(profile)) return adminPaths.vendorArea(vendorId).card(id);
  return worksInPortal(profile) ? adminPaths.vendorArea().card(id) : paths.scanCard(id);
}

/** Returns the id of the card that is open at the counter. */
export function useOpenCardId(): string | undefined {
  return useMatch(paths.scanCard(":id"))?.params.id;
}

/** Returns whether the current page is the counter, where cards open in place. */
export function useIsCounterPage(): boolean {
  const { pathname } = useLocation();
  const addresses = [paths.counter(), paths.scanCode(), paths.scanCard(":id")];
  return addresses.some((address) => matchPath(address, pathname));
}

/** Returns a function that gives the path of a card found on this page. Managers who scan for the portal return there. */
export function useFoundCardPath(): (card: Place) => string {
  const profile = useProfile();
  const isScanCode = useMatch(paths.scanCode()) !== null;
  const opensHere = useIsCounterPage() && !isScanCode;
  return (card) => (opensHere ? paths.scanCard(card.id) : scannedCardPath(profile, card));
}

/** Returns the path of the counter without a card. A started camera stays on. */
export function useEmptyCounterPath(): string {
  return useMatch(paths.scanCode()) ? paths.scanCode() : paths.counter();
}

/** Returns the path for scanning the next card. */
export function useNextCardPath(): string {
  const empty = useEmptyCounterPath();
  return useIsCounterPage() ? empty : paths.scanCode();
}

const TEST_CODE = "test";

/** Returns the path of the counter with an open test card. */
export function testCardPath(code: string): string {
  return `${paths.counter()}?${new URLSearchParams({ [TEST_CODE]: code })}`;
}

/** Returns the code of the test card in the address. */
export function testCodeIn(search: URLSearchParams): string | undefined {
  return search.get(TEST_CODE) ?? undefined;
}

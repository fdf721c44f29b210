// Records that the server finds for the typed text: the first few of each kind that the user may
// see.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { adminPaths } from "@/adminPaths";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { withQuery } from "@/paths";
import { inFours } from "@/features/card/cardText";
import { scannedCardPath } from "@/features/counter/slot/counterRoutes";
import { isAdministrator, isCharityManager, isVendorManager } from "@/session/can";
import type { Profile } from "@/session/current";
import { roleName } from "@/features/people/roleName";
import type { IconName } from "@/ui/iconNames";
import { useDebounced } from "@/ui/useDebounced";
import { fitting, pageChoice, type PaletteChoice, type PaletteGroup } from "./choices";

type Schemas = components["schemas"];

const WAITS_FOR_MORE_MS = 250;
const MIN_CHARACTERS = 2;
const MAX_OF_A_KIND = 5;

function named(label: string, note: string | null | undefined, icon: IconName, to: string): PaletteChoice {
  return pageChoice({ label, note: note ?? undefined, icon, to });
}

type PersonResult = { name: string; email: string; role: Schemas["Role"] };

function personChoice<Person extends PersonResult>(linkOf: (person: Person) => string) {
  return (person: Person): PaletteChoice =>
    named(person.name, `${roleName(person.role)}, ${person.email}`, "circle-user", linkOf(person));
}

const amongStaff = ({ email }: PersonResult) =>
  withQuery(adminPaths.vendorArea().users.list(), { searchText: email });

/** Removes duplicates, because a person appears once for each role. */
function unlike(choices: PaletteChoice[]): PaletteChoice[] {
  return [...new Map(choices.map((choice) => [choice.key, choice])).values()];
}

export function useRecordSearch(profile: Profile, text: string) {
  const searchText = useDebounced(text, WAITS_FOR_MORE_MS).trim();
  const isAsked = searchText.length >= MIN_CHARACTERS;
  const [tenantId = ""] = profile.tenantIds;
  const page = { searchText, pageIndex: 1, pageSize: MAX_OF_A_KIND };
  const options = (isAllowed: boolean) => ({
    enabled: isAllowed && isAsked,
    placeholderData: keepPreviousData,
  });
  const isAdmin = isAdministrator(profile);
  const isOfVendor = isVendorManager(profile);
  const keepsCauses = isAdmin && brand.hasCharities;

  const desk = useQuery({
    ...reading("/api/v1/Helpdesk/search", { query: { searchText } }),
    ...options(isAdmin),
  });
  const vendors = useQuery({ ...reading("/api/v1/Vendors", { query: page }), ...options(isAdmin) });
  const charities = useQuery({ ...reading("/api/v1/Charities", { query: page }), ...options(keepsCauses) });
  const campaigns = useQuery({
    ...reading("/api/v1/Charities/campaigns", { query: page }),
    ...options(keepsCauses || isCharityManager(profile)),
  });
  const cards = useQuery({
    ...reading("/api/v1/Cards", { query: { ...page, tenantId } }),
    ...options(isOfVendor),
  });
  const users = useQuery({
    ...reading("/api/v1/Accounts", { query: { ...page, tenantId } }),
    ...options(isOfVendor),
  });
  const queries = [desk, vendors, charities, campaigns, cards, users];

  const cardChoices = [
    ...(desk.data?.cards ?? []).map(({ id, vendorId, cardNumber, holderName, vendorName }) =>
      named(
        inFours(cardNumber),
        [holderName, vendorName].filter(Boolean).join(", "),
        "wallet-cards",
        scannedCardPath(profile, { id, vendorId }),
      ),
    ),
    ...(cards.data?.items ?? []).map(({ id, vendorId, cardNumber, firstName, lastName }) =>
      named(
        inFours(cardNumber),
        [firstName, lastName].filter(Boolean).join(" "),
        "wallet-cards",
        scannedCardPath(profile, { id, vendorId }),
      ),
    ),
  ];
  const groups: PaletteGroup[] = [
    { title: m.helpdesk_cards(), choices: cardChoices },
    {
      title: m.helpdesk_orders(),
      choices: (desk.data?.orders ?? []).map(({ id, orderNumber, buyerName }) =>
        named(orderNumber, buyerName, "shopping-bag", adminPaths.order(id)),
      ),
    },
    {
      title: m.helpdesk_people(),
      choices: unlike([
        ...(desk.data?.people ?? []).map(personChoice(({ id }) => adminPaths.person(id))),
        ...(users.data?.items ?? [])
          .map(({ displayName, email, role }) => ({ name: displayName, email, role }))
          .map(personChoice(amongStaff)),
      ]),
    },
    {
      title: m.admin_vendors(),
      choices: (vendors.data?.items ?? []).map(({ id, displayName, businessNumber }) =>
        named(displayName, businessNumber, "store", adminPaths.vendor(id)),
      ),
    },
    {
      title: m.admin_charities(),
      choices: (charities.data?.items ?? []).map(({ id, displayName, businessNumber }) =>
        named(displayName, businessNumber, "hand-heart", adminPaths.charity(id)),
      ),
    },
    {
      title: m.admin_campaigns(),
      choices: (campaigns.data?.items ?? []).map(({ id, charityId, name, charityName }) => {
        const area = adminPaths.charityArea(isAdmin ? charityId : undefined);
        return named(name, charityName, "megaphone", area.campaign(id));
      }),
    },
  ];

  const isOld = searchText !== text.trim() || queries.some(({ isPlaceholderData }) => isPlaceholderData);
  const few = groups.map(({ title, choices }) => ({
    title,
    // Until the answer arrives, show those results of the previous text that still match.
    choices: (isOld ? fitting(choices, text) : choices).slice(0, MAX_OF_A_KIND),
  }));
  const isLongEnough = text.trim().length >= MIN_CHARACTERS;
  return {
    groups: isLongEnough ? few : [],
    isSearching: isLongEnough && (isOld || queries.some(({ isFetching }) => isFetching)),
    hasFailed: isLongEnough && queries.some(({ isError }) => isError),
    /** The single card whose full number was typed or pasted. */
    numberedCard: !isOld && /^\d{16}$/.test(text.replaceAll(/\s/g, "")) ? onlyOf(cardChoices) : undefined,
  };
}

function onlyOf(choices: readonly PaletteChoice[]): PaletteChoice | undefined {
  return choices.length === 1 ? choices[0] : undefined;
}

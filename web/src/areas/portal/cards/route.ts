import { vendorScreen } from "@/areas/portal/tenantScreens";
import { cardHistoryQuery, cardQuery } from "@/features/counter/card/cards";
import { cardListOptions } from "@/features/counter/card/cardList";
import { cardCodeIn } from "@/features/counter/lookup/scannedText";
import { m } from "@/i18n";
import { readListState } from "@/shared/table/listState";
import { vendorCardsQuery } from "./queries";

export const routes = [
  ...vendorScreen({
    path: (area) => area.cards(),
    load: () => import("./VendorCardListPage"),
    Component: "VendorCardListPage",
    starts: (vendorId, { search }) => {
      const state = readListState(search, cardListOptions);
      // A card's code is looked up instead.
      return cardCodeIn(state.searchText) === undefined ? [vendorCardsQuery(vendorId, state)] : [];
    },
    menu: { group: "vendor", label: m.admin_cards, icon: "wallet-cards", position: 4, goKey: "k" },
    budget: "portal",
  }),
  ...vendorScreen({
    path: (area) => area.card(":id"),
    load: () => import("./VendorCardPage"),
    Component: "VendorCardPage",
    starts: (_vendorId, { params: { id = "" } }) => [cardQuery(id), cardHistoryQuery(id, 1)],
    budget: "portal",
  }),
];

import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { brandFilter } from "@/areas/portal/kit/brandFilter";
import { showsCauses } from "@/areas/portal/kit/cardTypes";
import { useTenant } from "@/shared/page/useTenant";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoment, thisMonth } from "@/lib/dates";
import { formatPrice } from "@/lib/money";
import { BackLink } from "@/shared/page/BackLink";
import type { Column } from "@/shared/table/DataTable";
import { choiceFilter, daysFilter } from "@/shared/table/filters";
import { asLeft } from "@/shared/table/leftLists";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import { Money } from "@/ui/Money";
import { figureOf } from "./figureOf";
import { vendorHomeQuery, type VendorHome } from "./queries";
import { eventId, eventSentence } from "./ShopEvents";
import { readCardType, readEventDays, eventsQuery } from "./eventsQuery";

type ShopEvent = components["schemas"]["ShopEvent"];
function figureFilter(home: VendorHome | undefined, hasCauses: boolean) {
  return choiceFilter({
    name: "figure",
    label: m.summary_figure,
    everything: m.summary_figure_all,
    choices: () => [
      { value: figureOf.sales(), text: m.summary_figure_sales() },
      { value: figureOf.redemptions(), text: m.summary_figure_redemptions() },
      ...(home?.amounts ?? []).map(({ amount }) => ({
        value: figureOf.amount(amount),
        text: m.summary_figure_amount({ amount: formatPrice(amount) }),
      })),
      ...(home?.employees ?? []).flatMap(({ personId, name }) =>
        personId === null
          ? []
          : [
              {
                value: figureOf.employee(personId),
                // Same text as on the home page for a person without a name.
                text: m.summary_figure_employee({ name: name ?? brand.name }),
              },
            ],
      ),
      ...(hasCauses ? (home?.causes ?? []) : []).map(({ charityId, charityName }) => ({
        value: figureOf.cause(charityId),
        text: m.summary_figure_cause({ cause: charityName }),
      })),
    ],
  });
}

/** Returns the amount of an event, negative for a reversal or cancellation. */
const signed = ({ kind, amount }: ShopEvent) =>
  kind === "UNDONE" || kind === "CANCELLED" || kind === "HANDED_OVER" ? -(amount ?? 0) : (amount ?? 0);

const columns: readonly Column<ShopEvent>[] = [
  { id: "what", label: m.summary_event, text: eventSentence },
  {
    id: "date",
    label: m.reports_date,
    className: "whitespace-nowrap",
    text: ({ date }) => date,
    cell: ({ date }) => formatMoment(date),
  },
  {
    id: "card",
    label: m.reports_card_number,
    className: "whitespace-nowrap",
    text: ({ cardNumber }) => cardNumber,
  },
  {
    id: "amount",
    label: m.helpdesk_amount,
    isNumber: true,
    text: signed,
    cell: (event) => <Money amount={signed(event)} />,
  },
];

/** List of the events behind a shop's figures: sales and redemptions, newest first. */
export function ShopEventListPage() {
  const { vid } = useParams();
  const tenantId = useTenant("vid");
  const area = adminPaths.vendorArea(vid);
  const [address] = useSearchParams();
  const read = (name: string) => address.get(name) ?? undefined;
  const cardType = readCardType(read);
  // The home's figures are the choices of the filter.
  const home = useQuery(vendorHomeQuery(tenantId, readEventDays(read), cardType)).data;
  const list = useListState({
    columns: [],
    sorting: { orderBy: "", direction: "Desc" },
    filters: [figureFilter(home, showsCauses(cardType)), brandFilter, daysFilter(thisMonth)],
  });
  return (
    <>
      <BackLink to={asLeft(area.summary())}>{m.summary_title()}</BackLink>
      <ListPage
        name="shop-events"
        title={m.summary_event_list()}
        lead={m.summary_event_list_lead()}
        list={list}
        query={(state) => eventsQuery(tenantId, state)}
        columns={columns}
        idOf={eventId}
        nameOf={eventSentence}
        linkOf={({ cardId }) => area.card(cardId)}
        none={m.summary_event_list_none()}
      />
    </>
  );
}

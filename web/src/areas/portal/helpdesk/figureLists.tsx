// Lists behind the dashboard's figures: gifts by status, payment attempts, and refunds.
import { adminPaths } from "@/adminPaths";
import type { components } from "@/api/schema.d";
import { brandFilter } from "@/areas/portal/kit/brandFilter";
import { paymentReasons } from "@/areas/portal/kit/gatewayReasons";
import { GatewayMessage } from "@/areas/portal/kit/GatewayMessage";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { inFours } from "@/features/card/cardText";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { BackLink } from "@/shared/page/BackLink";
import type { Column } from "@/shared/table/DataTable";
import { choiceFilter, daysFilter, textFilter, type Filter } from "@/shared/table/filters";
import { asLeft } from "@/shared/table/leftLists";
import { ListPage } from "@/shared/table/ListPage";
import { NEWEST_FIRST } from "@/shared/table/listState";
import { useListState } from "@/shared/table/useListState";
import { Chip, type ChipTone } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { Named } from "./searchResults";
import { giftsQuery, paymentsQuery, refundsQuery } from "./listQueries";
import { attemptStatus, isFailed } from "./labels";

type Schemas = components["schemas"];
type DeskGift = Schemas["DeskGift"];
type DeskPayment = Schemas["DeskPayment"];
type DeskRefund = Schemas["DeskRefund"];

/** Options of a list that is always sorted newest first. */
const newest = (filters: readonly Filter[]) => ({ ...NEWEST_FIRST, filters }) as const;

const steps: Record<DeskGift["step"], [words: () => string, tone: ChipTone]> = {
  SENT: [m.helpdesk_gift_sent, "warning"],
  DELIVERED: [m.helpdesk_gift_delivered, "neutral"],
  OPENED: [m.helpdesk_gift_opened, "success"],
  USED: [m.helpdesk_gift_used, "success"],
};

const stepFilter = choiceFilter({
  name: "step",
  label: m.helpdesk_gift_step,
  everything: m.helpdesk_gift_any_step,
  choices: () =>
    (["DELIVERED", "OPENED", "USED"] as const).map((step) => ({
      value: step,
      text: step === "USED" ? steps.USED[0]() : m.helpdesk_gift_at_least({ step: steps[step][0]() }),
    })),
});

const giftOptions = newest([stepFilter, brandFilter, daysFilter()]);

const giftColumns: readonly Column<DeskGift>[] = [
  {
    id: "card",
    label: m.helpdesk_card,
    text: ({ cardNumber }) => cardNumber,
    cell: ({ cardNumber }) => <span className="font-mono">{inFours(cardNumber)}</span>,
  },
  { id: "shop", label: m.helpdesk_shop, text: ({ vendorName }) => vendorName },
  {
    id: "for",
    label: m.helpdesk_gift_recipient,
    text: ({ giftTo, recipientEmail }) => giftTo ?? recipientEmail ?? "–",
    cell: ({ giftTo, recipientEmail }) => <Named name={giftTo} email={recipientEmail} />,
  },
  {
    id: "step",
    label: m.helpdesk_gift_step,
    isStatus: true,
    text: ({ step }) => steps[step][0](),
    cell: ({ step }) => {
      const [words, tone] = steps[step];
      return <Chip tone={tone}>{words()}</Chip>;
    },
  },
  {
    id: "bought",
    label: m.helpdesk_bought,
    className: "whitespace-nowrap",
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
  {
    id: "amount",
    label: m.helpdesk_amount,
    isNumber: true,
    text: ({ cardValue }) => cardValue,
    cell: ({ cardValue }) => <Money amount={cardValue} />,
  },
];

/** List of gifts with their status. */
export function GiftListPage() {
  const list = useListState(giftOptions);
  const originHere = useOriginHere();
  return (
    <>
      <BackToHelpdesk />
      <ListPage
        name="gifts"
        title={m.helpdesk_gifts()}
        lead={m.helpdesk_gifts_lead()}
        list={list}
        query={giftsQuery}
        columns={giftColumns}
        idOf={({ id }) => id}
        nameOf={({ cardNumber }) => inFours(cardNumber)}
        linkOf={({ id, vendorId }) => adminPaths.vendorArea(vendorId).card(id)}
        linkState={originHere}
        none={m.helpdesk_gifts_none()}
      />
    </>
  );
}

const ends = {
  PAID: m.helpdesk_payment_paid,
  FAILED: m.helpdesk_payment_failed,
  OPEN: m.helpdesk_payment_open,
};

const endFilter = choiceFilter({
  name: "end",
  label: m.helpdesk_payment_end,
  everything: m.helpdesk_payment_any_end,
  choices: () => Object.entries(ends).map(([value, words]) => ({ value, text: words() })),
});

/** States that need action; the others are final. */
const stateFilter = choiceFilter({
  name: "state",
  label: m.helpdesk_payment_state,
  everything: m.helpdesk_payment_any_state,
  choices: () =>
    (["HELD", "UNKNOWN", "REVIEW", "VOID_PENDING"] as const).map((value) => ({
      value,
      text: attemptStatus(value).words,
    })),
});

const reasonFilter = choiceFilter({
  name: "reason",
  label: m.helpdesk_reason,
  everything: m.helpdesk_any_reason,
  choices: () => Object.entries(paymentReasons).map(([value, words]) => ({ value, text: words() })),
});

/** The gateway's message is chosen on the dashboard; here it can only be removed. */
const { control: _, ...messageFilter } = textFilter("message", m.helpdesk_payment_message);

const paymentOptions = newest([endFilter, reasonFilter, stateFilter, daysFilter(), messageFilter]);

interface OfAnOrder {
  orderNumber: string;
  buyerName: string;
  buyerEmail: string;
  amount: number;
}

const orderColumn = <Row extends OfAnOrder>(): Column<Row> => ({
  id: "order",
  label: m.helpdesk_order,
  text: ({ orderNumber }) => orderNumber,
  cell: ({ orderNumber }) => <span className="font-mono text-sm whitespace-nowrap">{orderNumber}</span>,
});

const buyerColumn = <Row extends OfAnOrder>(): Column<Row> => ({
  id: "buyer",
  label: m.orders_buyer,
  text: ({ buyerName, buyerEmail }) => `${buyerName} <${buyerEmail}>`,
  cell: ({ buyerName }) => buyerName,
});

const amountColumn = <Row extends OfAnOrder>(): Column<Row> => ({
  id: "amount",
  label: m.helpdesk_amount,
  isNumber: true,
  text: ({ amount }) => amount,
  cell: ({ amount }) => <Money amount={amount} />,
});

const paymentColumns: readonly Column<DeskPayment>[] = [
  orderColumn(),
  buyerColumn(),
  {
    id: "state",
    label: m.helpdesk_payment_end,
    isStatus: true,
    text: ({ state, reason, message }) =>
      [attemptStatus(state).words, reason ? paymentReasons[reason]() : message].filter(Boolean).join(": "),
    cell: ({ state, reason, message }) => {
      const { words, tone } = attemptStatus(state);
      return (
        <>
          <Chip tone={tone}>{words}</Chip>
          {reason && <span className="block text-sm text-ink-soft">{paymentReasons[reason]()}</span>}
          {!reason && message && <GatewayMessage words={message} isNote={!isFailed(state)} />}
        </>
      );
    },
  },
  { id: "paidWith", label: m.helpdesk_payment_with, text: ({ paidWith }) => paidWith ?? "–" },
  {
    id: "sentAt",
    label: m.helpdesk_payment_at,
    className: "whitespace-nowrap",
    text: ({ sentAt }) => sentAt,
    cell: ({ sentAt }) => formatMoment(sentAt),
  },
  amountColumn(),
];

/** List of payment attempts with their outcome. */
export function PaymentListPage() {
  const list = useListState(paymentOptions);
  const originHere = useOriginHere();
  return (
    <>
      <BackToHelpdesk />
      <ListPage
        name="payments"
        title={m.helpdesk_payments()}
        lead={m.helpdesk_payments_lead()}
        list={list}
        query={paymentsQuery}
        columns={paymentColumns}
        idOf={({ id }) => id}
        nameOf={({ orderNumber }) => orderNumber}
        linkOf={({ orderId }) => adminPaths.order(orderId)}
        linkState={originHere}
        none={m.helpdesk_payments_none()}
      />
    </>
  );
}

const refundOptions = newest([daysFilter()]);

const refundColumns: readonly Column<DeskRefund>[] = [
  orderColumn(),
  buyerColumn(),
  {
    id: "what",
    label: m.helpdesk_refund_what,
    text: ({ isWhole }) => (isWhole ? m.helpdesk_refund_whole() : m.helpdesk_refund_part()),
  },
  { id: "reason", label: m.helpdesk_refund_why, isLong: true, text: ({ reason }) => reason ?? "–" },
  {
    id: "createdAt",
    label: m.helpdesk_refund_at,
    className: "whitespace-nowrap",
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
  amountColumn(),
];

/** List of refunds with their reasons. */
export function RefundListPage() {
  const list = useListState(refundOptions);
  const originHere = useOriginHere();
  return (
    <>
      <BackToHelpdesk />
      <ListPage
        name="refunds"
        title={m.helpdesk_refund_list()}
        lead={m.helpdesk_refund_list_lead()}
        list={list}
        query={refundsQuery}
        columns={refundColumns}
        idOf={({ id }) => id}
        nameOf={({ orderNumber }) => orderNumber}
        linkOf={({ orderId }) => adminPaths.order(orderId)}
        linkState={originHere}
        none={m.helpdesk_refund_list_none()}
      />
    </>
  );
}

function BackToHelpdesk() {
  return <BackLink to={asLeft(adminPaths.cards())}>{m.helpdesk_back()}</BackLink>;
}

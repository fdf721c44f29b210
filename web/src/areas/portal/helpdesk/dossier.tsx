// Tables on an order's page, besides its cards: payment attempts, earlier addresses of its gifts,
// and refunds.
import { paymentReasons, refusalText } from "@/areas/portal/kit/gatewayReasons";
import { GatewayMessage } from "@/areas/portal/kit/GatewayMessage";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { formatCalendarDate, formatMoment } from "@/lib/dates";
import { lastFour } from "@/features/card/cardText";
import { EmailAddress } from "@/features/people/EmailAddress";
import type { Column } from "@/shared/table/DataTable";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { addressCheckText, codeCheckText } from "./checkLabels";
import { Named } from "./searchResults";
import type { GiftAddressChange, OrderRefund, PaymentAttempt } from "./queries";
import { attemptStatus, isFailed, refundStatus } from "./labels";

const attemptColumns: readonly Column<PaymentAttempt>[] = [
  {
    id: "sent",
    label: m.helpdesk_sent,
    className: "whitespace-nowrap",
    cell: ({ sentAt }) => formatMoment(sentAt),
  },
  {
    id: "state",
    label: m.helpdesk_status,
    cell: ({ state, reason, message }) => {
      const { words, tone } = attemptStatus(state);
      return (
        <>
          <Chip tone={tone}>{words}</Chip>
          {reason && <span className="mt-1 block text-sm">{paymentReasons[reason]()}</span>}
          {message && <GatewayMessage words={message} isNote={!isFailed(state)} />}
        </>
      );
    },
  },
  { id: "reference", label: m.helpdesk_reference, cell: ({ reference }) => reference },
  {
    id: "transaction",
    label: m.helpdesk_transaction,
    cell: ({ transactionId, paidWith, avs, cvv }) => (
      <>
        {transactionId ?? "–"}
        {paidWith && <span className="block text-sm text-ink-soft">{paidWith}</span>}
        {(avs ?? cvv) && (
          <span className="block text-sm text-ink-soft">
            {m.helpdesk_checks({ avs: addressCheckText(avs), cvv: codeCheckText(cvv) })}
          </span>
        )}
      </>
    ),
  },
  { id: "amount", label: m.helpdesk_amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** Payment attempts with the gateway's answers. */
export function Attempts({ attempts }: { attempts: readonly PaymentAttempt[] }) {
  return (
    <TableSection
      title={m.helpdesk_attempts()}
      rows={attempts}
      none={m.helpdesk_no_attempts()}
      columns={attemptColumns}
      idOf={({ id }) => id}
    />
  );
}

const changeColumns: readonly Column<GiftAddressChange>[] = [
  {
    id: "when",
    label: m.helpdesk_address_when,
    className: "whitespace-nowrap",
    cell: ({ changedAt }) => formatMoment(changedAt),
  },
  {
    id: "card",
    label: m.helpdesk_card,
    className: "whitespace-nowrap font-mono",
    cell: ({ cardNumber }) => lastFour(cardNumber),
  },
  {
    id: "old",
    label: m.helpdesk_address_old,
    cell: ({ oldEmail }) => (oldEmail === null ? "–" : <EmailAddress address={oldEmail} />),
  },
  { id: "new", label: m.helpdesk_address_new, cell: ({ newEmail }) => <EmailAddress address={newEmail} /> },
  {
    id: "by",
    label: m.helpdesk_address_by,
    cell: ({ changedByName, changedByEmail }) => <Named name={changedByName} email={changedByEmail} />,
  },
];

/**
 * Earlier addresses of an order's gifts, and who changed them. Renders nothing if there were no
 * changes.
 */
export function AddressChanges({ changes }: { changes: readonly GiftAddressChange[] }) {
  if (changes.length === 0) return null;
  return (
    <TableSection
      title={m.helpdesk_address_changes()}
      rows={changes}
      none=""
      columns={changeColumns}
      idOf={({ cardId, changedAt }) => `${cardId} ${changedAt}`}
    />
  );
}

const refundColumns: readonly Column<OrderRefund>[] = [
  {
    id: "when",
    label: m.helpdesk_address_when,
    className: "whitespace-nowrap",
    cell: ({ requestedAt }) => formatMoment(requestedAt),
  },
  {
    id: "state",
    label: m.helpdesk_status,
    cell: ({ state, refusal, message, bankAskedByName, bankPaidAt, bankPaidOn, bankReference }) => {
      const { words, tone } = refundStatus(state);
      return (
        <>
          <Chip tone={tone}>{words}</Chip>
          {refusal && <span className="mt-1 block text-sm">{refusalText(refusal)}</span>}
          {message && <GatewayMessage words={message} />}
          {bankPaidAt !== null && (
            <span className="mt-1 block text-sm">
              {m.helpdesk_bank_paid({
                who: bankAskedByName ?? "–",
                date: formatMoment(bankPaidAt),
                reference: bankReference ?? "–",
              })}
            </span>
          )}
          {bankPaidOn !== null && (
            <span className="block text-sm">
              {m.helpdesk_bank_paid_on({ date: formatCalendarDate(bankPaidOn) })}
            </span>
          )}
        </>
      );
    },
  },
  { id: "by", label: m.helpdesk_refund_by, cell: ({ requestedByName }) => requestedByName },
  { id: "reason", label: m.counter_reason, cell: ({ reason }) => reason },
  { id: "amount", label: m.helpdesk_amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** Partial refunds of an order. Renders nothing if there are none. */
export function Refunds({ refunds }: { refunds: readonly OrderRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <TableSection
      title={m.helpdesk_refunds()}
      rows={refunds}
      none=""
      columns={refundColumns}
      idOf={({ id }) => id}
    />
  );
}

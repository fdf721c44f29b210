import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { inFours } from "@/shared/card/cardText";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { Chip } from "@/ui/Chip";
import type { RowsQuery } from "@/shared/table/Table";
import { LinkButton } from "@/ui/LinkButton";
import { Money } from "@/ui/Money";
import { FoundTable, type FoundColumn } from "./FoundTable";
import { useOriginHere } from "./origin";
import type { DeskCard } from "./queries";

function columns(): FoundColumn<DeskCard>[] {
  return [
    {
      label: m.helpdesk_card(),
      cell: ({ cardNumber, isGift, isActive, isCancelled }) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="whitespace-nowrap font-mono">{inFours(cardNumber)}</span>
          {isGift && <Chip>{m.counter_gift()}</Chip>}
          {!isActive && (
            <Chip tone="danger">{isCancelled ? m.wallet_cancelled() : m.counter_deactivated()}</Chip>
          )}
        </span>
      ),
    },
    { label: m.helpdesk_shop(), cell: ({ vendorName }) => vendorName },
    {
      label: m.helpdesk_holder(),
      cell: ({ holderName, holderEmail }) => <Named name={holderName} email={holderEmail} />,
    },
    {
      label: m.helpdesk_balance(),
      isNumber: true,
      cell: ({ cardBalance }) => <Money amount={cardBalance} />,
    },
  ];
}

function CardLink({ card, orderId }: { card: DeskCard; orderId?: string }) {
  const { id, vendorId, cardNumber } = card;
  const originHere = useOriginHere();
  return (
    <LinkButton
      size="small"
      to={adminPaths.vendorArea(vendorId).card(id)}
      state={originHere(orderId)}
      aria-label={m.helpdesk_see_card_one({ number: inFours(cardNumber) })}
    >
      {m.helpdesk_see_card()}
    </LinkButton>
  );
}

function OrderLink({ card: { orderId, cardNumber } }: { card: DeskCard }) {
  const originHere = useOriginHere();
  return (
    <LinkButton
      size="small"
      variant="quiet"
      to={adminPaths.order(orderId)}
      state={originHere()}
      aria-label={m.helpdesk_see_order_of_one({ number: inFours(cardNumber) })}
    >
      {m.helpdesk_see_order()}
    </LinkButton>
  );
}

function cardAction(card: DeskCard) {
  return <CardLink card={card} />;
}

function bothActions(card: DeskCard) {
  return (
    <>
      <OrderLink card={card} />
      <CardLink card={card} orderId={card.orderId} />
    </>
  );
}

interface DeskCardsProps {
  cards: readonly DeskCard[] | undefined;
  count?: number | undefined;
  query?: RowsQuery;
  /** What is said where there are none; of a search, that none matches. */
  none?: string;
  /** Where they are listed under their order, it needn't be linked. */
  leadsToOrder?: boolean;
}

export function DeskCards(props: DeskCardsProps) {
  const { cards, count, query, none = m.helpdesk_no_cards(), leadsToOrder = false } = props;
  return (
    <FoundTable
      title={m.helpdesk_cards()}
      things={cards}
      count={count}
      query={query}
      none={none}
      columns={columns()}
      actions={leadsToOrder ? bothActions : cardAction}
    />
  );
}

/** A person as a list shows them: the name, and the address that tells them from others of that name. */
export function Named({ name, email }: { name: string | null; email: string | null }) {
  return (
    <>
      {name || "–"}
      {email && (
        <span className="block text-sm font-normal text-ink-soft">
          <EmailAddress address={email} />
        </span>
      )}
    </>
  );
}

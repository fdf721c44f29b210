import { useState } from "react";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { cancelledText } from "@/features/card/cancelledLabels";
import { GiftCard } from "@/features/card/GiftCard";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { LinkButton } from "@/ui/form/LinkButton";
import { Notice } from "@/ui/layout/Notice";
import { BalanceForm } from "./BalanceForm";

type CardBalance = components["schemas"]["CardBalance"];

/** Balance of a card for people without an account, who know its number and the end of its code. */
export function BalancePage() {
  const [card, setCard] = useState<CardBalance>();
  return (
    <Page title={m.balance_title()} description={m.balance_description()}>
      <div className="page py-10">
        <div className="max-w-prose">
          <PageHeading>{m.balance_title()}</PageHeading>
          {card ? (
            <Balance card={card} onAgain={() => setCard(undefined)} />
          ) : (
            <>
              <p className="mt-3 mb-8 text-lg text-ink-soft">{m.balance_lead()}</p>
              <BalanceForm onFound={setCard} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

function Balance({ card, onAgain }: { card: CardBalance; onAgain: () => void }) {
  const { vendorId, vendorName, vendorLogoPath, vendorHue, charityName, charityLogoPath } = card;
  const over = cancelledText(card) ?? (card.isDeactive ? m.balance_frozen() : undefined);
  return (
    <div className="mt-6 grid justify-items-start gap-5">
      <GiftCard
        shop={cardShop({ displayName: vendorName, logoPath: vendorLogoPath, hue: vendorHue })}
        amount={card.cardBalance}
        cause={cardCause(charityName, charityLogoPath)}
        className="w-[min(100%,400px)]"
      />
      <div role="status" className="grid gap-1">
        <p className="text-lg">
          {vendorName} <span className="font-mono whitespace-nowrap">{card.cardNumber}</span>
        </p>
        <dl>
          <dt className="sentence-case text-sm font-semibold text-ink-soft">{m.wallet_balance()}</dt>
          <dd className="text-4xl font-bold tabular-nums">{formatMoney(card.cardBalance)}</dd>
        </dl>
      </div>
      {over !== undefined && <Notice>{over}</Notice>}
      {!card.isVendorActive && over === undefined && (
        <Notice>{m.wallet_shop_stopped({ shop: vendorName })}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAgain}>{m.balance_other()}</Button>
        {card.isVendorActive && <LinkButton to={paths.vendor(vendorId)}>{m.balance_shop()}</LinkButton>}
      </div>
    </div>
  );
}

import { useQuery, type UseMutationResult } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { vendorQuery } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { cancelledText } from "@/features/card/cancelledLabels";
import { Keepsakes } from "@/features/card/Keepsakes";
import { QrCode } from "@/features/card/QrCode";
import { AddressLines } from "@/features/catalogue/AddressLines";
import { shownCause } from "@/features/catalogue/cardCause";
import { directionsTo } from "@/features/catalogue/directions";
import { PhoneAndHours } from "@/features/catalogue/PhoneAndHours";
import { codeContent, codeEnd, inFours } from "@/features/card/cardText";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { LinkButton } from "@/ui/form/LinkButton";
import { Notice } from "@/ui/layout/Notice";
import { giftToSave, isSavable } from "./saveRequest";
import type { Gift } from "./queries";

const SaveGiftDialog = lazyPiece(
  async () => (await import("./SaveGiftDialog")).SaveGiftDialog,
  ({ onClose }) => onClose(),
);
const ThankGiver = lazyPiece(async () => (await import("./ThankGiver")).ThankGiver);

interface OpenedGiftProps {
  gift: Gift;
  token: string;
  claim: Pick<UseMutationResult<Gift, Error, void>, "mutate" | "isPending">;
}

/** Content of an opened gift: the sender's message, the card with its code, and the button that saves it to a wallet. */
export function OpenedGift({ gift, token, claim }: OpenedGiftProps) {
  const code = useRef<HTMLElement>(null);
  const showCode = () => code.current?.scrollIntoView({ block: "center" });
  return (
    <div className="opened-gift mt-4 grid w-[min(100%,880px)] grid-cols-1 gap-x-14 gap-y-8 text-start md:grid-cols-[minmax(0,1fr)_340px] md:grid-rows-[auto_1fr]">
      {gift.giftMessage !== null && (
        <blockquote className="self-start rounded-[0_var(--corner-panel)_var(--corner-panel)_0] border-l-4 border-l-accent bg-surface px-6 py-5 text-lg/normal shadow-rest [&_footer]:mt-2.5 [&_footer]:text-base/normal [&_footer]:text-ink-soft [&_footer::before]:content-['—_']">
          <p className="wrap-anywhere whitespace-pre-line">{gift.giftMessage}</p>
          <footer>{gift.from}</footer>
        </blockquote>
      )}
      <section
        ref={code}
        aria-label={m.wallet_code()}
        className="grid justify-items-center gap-3.5 self-start rounded-panel bg-[#fff] px-6 py-7 text-center text-[#1d2b2a] shadow-raised md:col-start-2 md:row-span-2 md:row-start-1"
      >
        <CodeAndBalance gift={gift} token={token} />
      </section>
      <div className="grid content-start gap-6">
        <AboutShop gift={gift} />
        <Keeping gift={gift} token={token} claim={claim} onShowCode={showCode} />
        <Suspense>
          <ThankGiver gift={gift} token={token} />
        </Suspense>
      </div>
    </div>
  );
}

function CodeAndBalance({ gift, token }: Pick<OpenedGiftProps, "gift" | "token">) {
  const { qrCode, isDeactive } = gift;
  return (
    <>
      {gift.cardBalance !== null && (
        <dl>
          <dt className="sentence-case text-sm font-semibold">{m.wallet_balance()}</dt>
          <dd aria-live="polite" className="text-3xl font-bold tabular-nums">
            {formatMoney(gift.cardBalance)}
          </dd>
        </dl>
      )}
      {isDeactive ? (
        <p className="font-semibold">{cancelledText(gift) ?? m.wallet_deactivated()}</p>
      ) : qrCode === null ? (
        <p>{m.gift_code_elsewhere()}</p>
      ) : (
        <>
          <QrCode content={codeContent(qrCode)} className="w-[min(100%,280px)]" />
          <p className="font-semibold font-mono">{inFours(gift.cardNumber)}</p>
          <p className="text-sm">{m.kit_card_code_end({ end: codeEnd(qrCode) })}</p>
          <p className="text-sm">{m.kit_card_scan_hint()}</p>
          <Button variant="quiet" className="text-[inherit] print:hidden" onClick={() => print()}>
            <Icon name="printer" size={20} />
            {m.orders_print()}
          </Button>
          <Keepsakes held={{ token }} />
        </>
      )}
    </>
  );
}

/** The shop where the card is valid, and the cause that it supports. */
function AboutShop({ gift }: Pick<OpenedGiftProps, "gift">) {
  const { from } = gift;
  // A shop that stopped selling has no page to read its hours from.
  const { data: shop } = useQuery({ ...vendorQuery(gift.vendorId), enabled: gift.isVendorActive });
  const [campaign, charity] = [shownCause(gift.campaignName), shownCause(gift.charityName)];
  return (
    <>
      <div>
        <h2 className="text-xl wrap-anywhere">{gift.vendorName}</h2>
        <AddressLines address={gift.vendorAddress} className="mt-1 text-ink-soft" />
        <a
          href={directionsTo(gift.vendorAddress)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 font-semibold print:hidden"
        >
          <Icon name="map-pin" size={20} />
          {m.shop_directions()}
          <span className="sr-only"> {m.common_new_tab()}</span>
        </a>
        <div className="mt-1 grid grid-cols-[20px_minmax(0,1fr)] items-center gap-x-2 gap-y-3 [&_a]:-my-2.5 [&>.icon]:mt-0.5 [&>.icon]:self-start [&>.icon]:text-brand print:hidden">
          <PhoneAndHours of={{ ...shop, phone: gift.vendorPhone }} />
        </div>
      </div>
      {gift.movedFrom && <p>{m.wallet_moved_from({ shop: gift.movedFrom, successor: gift.vendorName })}</p>}
      {!gift.isVendorActive && <p>{m.wallet_shop_stopped({ shop: gift.vendorName })}</p>}
      {campaign !== null && charity !== null && <p>{m.gift_cause({ from, campaign, charity })}</p>}
    </>
  );
}

/** On a phone, the buttons stick to the bottom of the page. */
const actions = "sticky-action gap-3 sm:flex print:hidden";

function Keeping({ gift, token, claim, onShowCode }: OpenedGiftProps & { onShowCode: () => void }) {
  const isGuest = useProfile() === undefined;
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const ask = (isOpen: boolean) => {
    setIsAsking(isOpen);
    const place = isOpen ? giftToSave(token) : paths.gift(token);
    void navigate(place, { replace: true, preventScrollReset: true });
  };
  const codeButton = (
    <Button size="large" className="px-3 whitespace-nowrap sm:hidden" onClick={onShowCode}>
      <Icon name="qr-code" size={22} />
      {m.gift_show_code()}
    </Button>
  );
  if (gift.cardId !== null) {
    return (
      <div className="grid gap-4">
        <Notice tone="success">
          <p className="font-semibold">{m.gift_is_in_wallet()}</p>
          {!gift.isDeactive && <p>{m.gift_has_new_code()}</p>}
        </Notice>
        <div className={actions}>
          {gift.qrCode !== null && !gift.isDeactive && codeButton}
          <LinkButton to={paths.walletCard(gift.vendorId, gift.cardId)} size="large">
            {m.checkout_open_card()}
          </LinkButton>
        </div>
      </div>
    );
  }
  if (gift.isClaimed) return <Notice>{m.gift_is_claimed()}</Notice>;
  if (!isSavable(gift)) return null;
  return (
    <div className="print:hidden">
      <p className="mb-4 max-w-[46ch] text-sm text-ink-soft">
        {isGuest ? m.gift_save_as_guest() : m.gift_save_text()}
      </p>
      <div className={actions}>
        {codeButton}
        <Button
          variant="primary"
          size="large"
          aria-haspopup={isGuest ? "dialog" : undefined}
          isBusy={claim.isPending}
          onClick={() => (isGuest ? ask(true) : claim.mutate())}
        >
          <Icon name="wallet-cards" size={22} />
          {m.gift_save()}
        </Button>
      </div>
      {isAsking && isGuest && (
        <Suspense>
          <SaveGiftDialog token={token} onClose={() => ask(false)} />
        </Suspense>
      )}
    </div>
  );
}

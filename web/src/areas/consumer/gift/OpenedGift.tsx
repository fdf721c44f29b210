import type { UseMutationResult } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { rememberRedirect } from "@/session/redirect";
import { Keepsakes } from "@/features/card/Keepsakes";
import { QrCode } from "@/features/card/QrCode";
import { AddressLines } from "@/features/catalogue/AddressLines";
import { shownCause } from "@/features/catalogue/cardCause";
import { codeContent, inFours } from "@/features/card/cardText";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/LinkButton";
import { Notice } from "@/ui/Notice";
import type { Gift } from "./queries";

interface OpenedGiftProps {
  gift: Gift;
  token: string;
  claim: Pick<UseMutationResult<Gift, Error, void>, "mutate" | "isPending">;
}

/** What the envelope held: the sender's words, what is on the card and its code, and the way to keep it. */
export function OpenedGift({ gift, token, claim }: OpenedGiftProps) {
  const { from, giftMessage, qrCode, isDeactive } = gift;
  const [campaign, charity] = [shownCause(gift.campaignName), shownCause(gift.charityName)];
  return (
    <div className="grid grid-cols-1 gap-y-8 gap-x-14 w-[min(100%,880px)] mt-4 text-start md:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid content-start gap-6">
        {giftMessage !== null && (
          <blockquote className="py-5 px-6 border-l-4 border-l-accent rounded-[0_var(--corner-panel)_var(--corner-panel)_0] bg-surface text-lg/normal shadow-rest [&_footer]:mt-2.5 [&_footer]:text-ink-soft [&_footer]:text-base/normal [&_footer::before]:content-['—_']">
            <p className="wrap-anywhere whitespace-pre-line">{giftMessage}</p>
            <footer>{from}</footer>
          </blockquote>
        )}
        <div>
          <h2 className="text-xl wrap-anywhere">{gift.vendorName}</h2>
          <AddressLines address={gift.vendorAddress} className="mt-1 text-ink-soft" />
        </div>
        {!gift.isVendorActive && <p>{m.wallet_shop_stopped({ shop: gift.vendorName })}</p>}
        {campaign !== null && charity !== null && <p>{m.gift_cause({ from, campaign, charity })}</p>}
        <Keeping gift={gift} token={token} claim={claim} />
      </div>
      <section
        aria-label={m.wallet_code()}
        className="grid justify-items-center gap-3.5 self-start rounded-panel bg-[#fff] px-6 py-7 text-center text-[#1d2b2a] shadow-raised"
      >
        {gift.cardBalance !== null && (
          <dl>
            <dt className="text-sm font-semibold">{m.wallet_balance()}</dt>
            <dd aria-live="polite" className="text-3xl font-bold tabular-nums">
              {formatMoney(gift.cardBalance)}
            </dd>
          </dl>
        )}
        {isDeactive ? (
          <p className="font-semibold">
            {gift.isCancelled ? m.wallet_cancelled_text() : m.wallet_deactivated()}
          </p>
        ) : qrCode === null ? (
          <p>{m.gift_code_elsewhere()}</p>
        ) : (
          <>
            <QrCode content={codeContent(qrCode)} className="w-[min(100%,280px)]" />
            <p className="font-semibold font-mono">{inFours(gift.cardNumber)}</p>
            <p className="text-sm">{m.kit_card_scan_hint()}</p>
            <Button variant="quiet" className="text-[inherit] print:hidden" onClick={() => print()}>
              <Icon name="printer" size={20} />
              {m.orders_print()}
            </Button>
            <Keepsakes held={{ token }} />
          </>
        )}
      </section>
    </div>
  );
}

function Keeping({ gift, token, claim }: OpenedGiftProps) {
  const isGuest = useProfile() === undefined;
  const navigate = useNavigate();
  if (gift.cardId !== null) {
    return (
      <Notice tone="success">
        <p className="font-semibold">{m.gift_is_in_wallet()}</p>
        {!gift.isDeactive && <p>{m.gift_has_new_code()}</p>}
        <LinkButton to={paths.walletCard(gift.vendorId, gift.cardId)} className="mt-3">
          {m.checkout_to_card()}
        </LinkButton>
      </Notice>
    );
  }
  if (gift.isClaimed) return <Notice>{m.gift_is_claimed()}</Notice>;
  if (gift.isDeactive) return null;
  const signIn = () => {
    rememberRedirect(paths.gift(token));
    void navigate(paths.signIn());
  };
  return (
    <div className="print:hidden">
      <Button
        variant="primary"
        size="large"
        isBusy={claim.isPending}
        onClick={() => (isGuest ? signIn() : claim.mutate())}
      >
        <Icon name="wallet-cards" size={22} />
        {m.gift_save()}
      </Button>
      <p className="mt-3 max-w-[46ch] text-sm text-ink-soft">
        {isGuest ? m.gift_save_as_guest() : m.gift_save_text()}
      </p>
    </div>
  );
}

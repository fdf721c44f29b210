import "./wallet.css";
import { useQuery } from "@tanstack/react-query";
import { Suspense, type ReactNode } from "react";
import { useParams } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useIsChannelOpen } from "@/session/channel";
import { BackLink } from "@/shared/page/BackLink";
import { WhenLoaded } from "@/shared/page/WhenLoaded";
import { Page } from "@/shared/page/Page";
import { cx } from "@/ui/cx";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Skeleton, SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import type { Card } from "@/features/card/types";
import { WalletCardFacts } from "./WalletCardFacts";
import { CardTicket } from "./CardTicket";
import { AwayNotice } from "./AwayNotice";
import { saveOfflineCard } from "./offlineWallet";
import { askAgain, walletCardQuery, isGivenAway } from "./queries";
import { useFreshWallet } from "./useFreshWallet";
import { useOfflineWallet } from "./useOfflineWallet";

// These load later: they are below the card.
const WalletCardHistory = lazyPiece(async () => (await import("./WalletCardHistory")).WalletCardHistory);

const ReportLost = lazyPiece(async () => (await import("./ReportLost")).ReportLost);

/** Longest wait for a slow network before the page shows the offline copy. */
const LATE_AFTER_MS = 3_000;

/** One card of the wallet: its code for the counter, its balance and its history. */
export function CardPage() {
  const { id = "" } = useParams();
  const hasFacts = useIsChannelOpen();
  const card = useQuery({ ...walletCardQuery(id), refetchInterval: askAgain(hasFacts) });
  useFreshWallet();
  const { wallet, asOf } = useOfflineWallet(
    card,
    async (client, readAt) => {
      if (card.data) await saveOfflineCard(client, card.data, readAt);
    },
    LATE_AFTER_MS,
  );
  const found = card.data ?? wallet?.details[id];
  return (
    <Page title={found?.vendor.displayName ?? m.shell_wallet()}>
      <div className="page py-8">
        <BackLink to={paths.wallet()}>{m.shell_wallet()}</BackLink>
        {asOf !== undefined && <AwayNotice asOf={asOf} />}
        {/* Offline copy and live card share this element, so that the code doesn't move when the answer arrives. */}
        {found ? (
          <CardInHand card={found} isKept={card.data === undefined}>
            {card.data && !isGivenAway(found) && (
              <Suspense fallback={<SkeletonText lines={5} />}>
                <WalletCardHistory id={found.id} balance={found.cardBalance} />
              </Suspense>
            )}
          </CardInHand>
        ) : (
          <WhenLoaded query={card} placeholder={<CardPlaceholder />} otherwise={paths.wallet()}>
            {() => null}
          </WhenLoaded>
        )}
      </div>
    </Page>
  );
}

interface CardInHandProps {
  card: Card;
  /** The card comes from the offline copy: it can be shown but not changed. */
  isKept?: boolean;
  children?: ReactNode;
}

/** Two columns on a desk, one on a phone: the card, then its facts. */
const halves = "mt-4 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[400px_minmax(0,1fr)]";

function CardInHand({ card, isKept, children }: CardInHandProps) {
  return (
    <div
      className={cx(halves, "print:mx-auto print:mt-0 print:block print:max-w-100 print:break-inside-avoid")}
    >
      <CardTicket card={card} isKept={isKept} />
      <div className="min-w-0">
        <WalletCardFacts card={card} />
        {children}
        {!isKept && card.qrCode !== null && !card.isCancelled && (
          <Suspense fallback={<div className="min-h-20" />}>
            <ReportLost card={card} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function CardPlaceholder() {
  return (
    <SkeletonGroup className={halves}>
      <Skeleton className="h-150 rounded-panel" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-12 w-2/3" />
        <SkeletonText />
        <SkeletonText lines={5} />
      </div>
    </SkeletonGroup>
  );
}

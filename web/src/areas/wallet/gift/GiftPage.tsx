import "./gift.css";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useParams } from "react-router";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useIsRestoring, useProfile } from "@/session/current";
import { RetryScene } from "@/shared/page/RetryScene";
import { focusHeading } from "@/shared/page/focus";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { LinkButton } from "@/ui/form/LinkButton";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { CardOfGift } from "./CardOfGift";
import { Envelope } from "./Envelope";
import { useSaveOnReturn } from "./saveRequest";
import { giftQuery, useGiftSteps, type Gift } from "./queries";

const loadOpened = () => import("./OpenedGift");
const OpenedGift = lazyPiece(async () => (await loadOpened()).OpenedGift);

/** Page behind the link of a gift: an envelope to open, with the card inside. */
export function GiftPage() {
  const { token = "" } = useParams();
  const userId = useProfile()?.userId;
  const isRestoring = useIsRestoring();
  const gift = useQuery({ ...giftQuery(token, userId), enabled: !isRestoring });
  return (
    <Page title={m.gift_title()}>
      <div className="page grid grid-cols-1 justify-items-center gap-6 pt-10 pb-14 text-center">
        {gift.data ? (
          <GiftInHand gift={gift.data} token={token} userId={userId} />
        ) : gift.error ? (
          <>
            <PageHeading className="sr-only">{m.gift_title()}</PageHeading>
            <NoGift error={gift.error} onRetry={() => void gift.refetch()} />
          </>
        ) : (
          <SkeletonGroup className="grid w-full justify-items-center gap-6">
            <Skeleton className="h-10 w-64" />
            <Skeleton className="aspect-[1.5] w-[min(100%,420px)] rounded-card" />
          </SkeletonGroup>
        )}
      </div>
    </Page>
  );
}

interface GiftInHandProps {
  gift: Gift;
  token: string;
  userId: string | undefined;
}

function GiftInHand({ gift, token, userId }: GiftInHandProps) {
  // A gift that was opened before is shown without its envelope.
  const [isOpen, setIsOpen] = useState(gift.openedAt !== null);
  const [wasOpen] = useState(isOpen);
  const { open, claim } = useGiftSteps(token, userId);
  // While the envelope is closed, the code for what is inside loads.
  useEffect(() => void loadOpened().catch(() => undefined), []);
  useSaveOnReturn(gift, userId !== undefined, claim.mutate);
  const unwrap = () => {
    flushSync(() => setIsOpen(true));
    focusHeading();
    open.mutate();
  };
  return (
    <>
      <PageHeading className="text-center">
        {isOpen ? m.gift_opened_title({ from: gift.from }) : m.gift_waiting_title({ to: gift.to })}
      </PageHeading>
      {wasOpen ? <CardOfGift gift={gift} /> : <Envelope gift={gift} isOpen={isOpen} />}
      {isOpen ? (
        <>
          <Suspense fallback={<Skeleton className="h-96 w-[min(100%,880px)]" />}>
            <OpenedGift gift={gift} token={token} claim={claim} />
          </Suspense>
          <p className="text-sm print:hidden">
            <Link to={paths.balance()} className="inline-flex min-h-11 items-center">
              {m.balance_link()}
            </Link>
          </p>
        </>
      ) : (
        <>
          <p className="text-lg">{m.gift_from({ from: gift.from })}</p>
          <Button variant="primary" size="large" onClick={unwrap}>
            <Icon name="gift" size={22} />
            {m.gift_open()}
          </Button>
        </>
      )}
    </>
  );
}

function NoGift({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.errorCode === "NOT_FOUND";
  if (!isGone) return <RetryScene error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      scene="went-wrong"
      title={m.gift_gone()}
      className="py-10"
      action={<LinkButton to={paths.home()}>{m.gift_to_home()}</LinkButton>}
    >
      {m.gift_gone_text()}
    </EmptyState>
  );
}

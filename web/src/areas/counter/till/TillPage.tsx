import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { RetryScene } from "@/shared/page/RetryScene";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { StepPage } from "@/shared/page/StepPage";
import { QrCode } from "@/features/card/QrCode";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { PinPad } from "./PinPad";
import { currentTillQuery, type CurrentTill, type TillClerk } from "@/features/till/currentTill";

const NAMES_EVERY_MS = 15_000;

/** Page of a till without a signed-in clerk: the clerks of the shop, then a pad for the PIN. */
export function TillPage() {
  // A clerk's name appears without a reload once they have chosen a PIN.
  const {
    data: till,
    isLoadingError,
    error,
    refetch,
  } = useQuery({
    ...currentTillQuery(),
    refetchInterval: ({ state }) => (state.data ? NAMES_EVERY_MS : false),
  });
  const [clerk, setClerk] = useState<TillClerk>();
  if (isLoadingError) return <RetryScene error={error} onRetry={() => void refetch()} />;
  if (till === null) return <NoTill />;
  const leave = () => {
    setClerk(undefined);
    void refetch();
  };
  return (
    <Page title={m.tills_sign_in()}>
      <div className="w-[min(440px,100%)] my-auto">
        {!till ? (
          <SkeletonGroup>
            <SkeletonText lines={4} />
          </SkeletonGroup>
        ) : clerk ? (
          <PinPad till={till} clerk={clerk} onBack={leave} />
        ) : (
          <Clerks till={till} onPick={setClerk} />
        )}
      </div>
    </Page>
  );
}

function Clerks({ till, onPick }: { till: CurrentTill; onPick: (clerk: TillClerk) => void }) {
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <PageHeading className="text-2xl">{m.tills_who()}</PageHeading>
      <p className="mt-1 text-ink-soft">{m.tills_place({ shop: till.vendorName, till: till.name })}</p>
      {till.clerks.length === 0 ? (
        <p className="mt-6 text-lg">{m.tills_no_clerks()}</p>
      ) : (
        <ul className="grid gap-2.5 mt-6">
          {till.clerks.map((clerk) => (
            <li key={clerk.id}>
              <button
                type="button"
                className="flex items-center gap-3 w-full min-h-16 px-5 border border-line-strong rounded-control bg-surface text-ink text-lg/normal font-[650] text-start hover:bg-surface-quiet active:bg-surface-quiet"
                onClick={() => onPick(clerk)}
              >
                <span className="grow truncate">{clerk.name}</span>
                {clerk.isLocked && (
                  <>
                    <Icon name="lock" size={20} />
                    <span className="sr-only">{m.tills_locked()}</span>
                  </>
                )}
                <Icon name="chevron-right" size={24} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 text-sm text-ink-soft">{m.tills_get_pin()}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button aria-haspopup="dialog" onClick={() => setIsNew(true)}>
          <Icon name="qr-code" size={20} />
          {m.tills_new_here()}
        </Button>
        <LinkButton to={paths.signIn()} variant="quiet">
          {m.tills_with_password()}
        </LinkButton>
      </div>
      {isNew && (
        <Dialog isOpen onClose={() => setIsNew(false)} title={m.tills_new_here_title()}>
          <div className="grid justify-items-center gap-4 text-center">
            <p>{m.tills_new_here_text()}</p>
            <QrCode
              content={location.origin + paths.accountPin()}
              label={m.tills_new_here_picture()}
              className="size-56 rounded-control"
            />
            <p className="text-sm wrap-anywhere text-ink-soft">{location.origin + paths.accountPin()}</p>
          </div>
        </Dialog>
      )}
    </>
  );
}

function NoTill() {
  return (
    <StepPage
      title={m.tills_none_here()}
      scene="nothing-found"
      actions={
        <LinkButton to={paths.signIn()} variant="primary" size="large">
          {m.tills_with_password()}
        </LinkButton>
      }
    >
      <p>{m.tills_none_here_text()}</p>
    </StepPage>
  );
}

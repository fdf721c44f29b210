import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { isGone } from "@/api/isGone";
import { StepPage } from "@/shared/page/StepPage";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { landingPath } from "@/session/postSignInRoute";
import { Page } from "@/shared/page/Page";
import { RetryScene } from "@/shared/page/RetryScene";
import { LinkButton } from "@/ui/form/LinkButton";
import { SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { Answers } from "./Answers";
import { offerSentence } from "./offerSentence";
import { offerQuery } from "./queries";

type Answer = "accepted" | "declined";

/** Page of an offered role. The role takes effect only when the invited person signs in and accepts here. */
export function InvitationPage() {
  const [query] = useSearchParams();
  const code = query.get("code") ?? "";
  const offer = useQuery(offerQuery(code));
  const [answer, setAnswer] = useState<Answer>();

  if (answer === "accepted") return <Accepted />;
  if (answer === "declined") {
    return (
      <StepPage title={m.invitation_declined()} scene="see-you">
        <p>{m.invitation_declined_text()}</p>
      </StepPage>
    );
  }
  if (offer.isPending) {
    return (
      <StepPage title={m.invitation_title()} scene="letter-sent">
        <SkeletonGroup>
          <SkeletonText lines={3} />
        </SkeletonGroup>
      </StepPage>
    );
  }
  if (offer.isLoadingError && !isGone(offer.error)) {
    return (
      <Page title={m.invitation_title()}>
        <RetryScene error={offer.error} onRetry={() => void offer.refetch()} />
      </Page>
    );
  }
  if (!offer.data?.isOpen) {
    return (
      <StepPage title={m.account_dead_link()} scene="went-wrong">
        <p>{m.invitation_over_text()}</p>
      </StepPage>
    );
  }
  return (
    <StepPage
      title={m.invitation_title()}
      scene="letter-sent"
      actions={<Answers code={code} email={offer.data.email} onAnswer={setAnswer} />}
    >
      <p>{offerSentence(offer.data)}</p>
      <p>{m.invitation_text({ email: offer.data.email })}</p>
    </StepPage>
  );
}

function Accepted() {
  const profile = useProfile();
  return (
    <StepPage
      title={m.invitation_accepted()}
      scene="all-done"
      actions={
        <LinkButton to={profile ? landingPath(profile) : paths.home()} variant="primary" size="large">
          {m.account_continue()}
        </LinkButton>
      }
    >
      <p>{m.invitation_accepted_text()}</p>
    </StepPage>
  );
}

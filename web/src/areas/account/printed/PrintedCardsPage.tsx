import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client";
import { PanelPage } from "@/areas/account/profile/Panel";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { RetryScene } from "@/shared/catalogue/RetryScene";
import { LinkButton } from "@/ui/LinkButton";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";
import { allPages, PAGE_SIZE } from "./allPages";
import { PrintedCards } from "./PrintedCards";

/** One's own cards on paper, for whoever wants to use them without an account. */
export function PrintedCardsPage() {
  const {
    data: cards,
    isLoadingError,
    refetch,
  } = useQuery({
    queryKey: ["me", "cards"],
    queryFn: ({ signal }) =>
      allPages((pageIndex) =>
        call("get", "/api/v1/Accounts/me/cards", { query: { pageIndex, pageSize: PAGE_SIZE }, signal }),
      ),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <PanelPage title={m.profile_cards()} lead={m.profile_cards_lead()}>
      {cards === undefined ? (
        isLoadingError ? (
          <RetryScene onRetry={() => void refetch()} />
        ) : (
          <SkeletonGroup className="grid gap-5">
            <Skeleton className="h-56" />
            <Skeleton className="h-56" />
          </SkeletonGroup>
        )
      ) : cards.length === 0 ? (
        <p>{m.profile_cards_none()}</p>
      ) : (
        <div>
          <PrintedCards cards={cards} />
        </div>
      )}
      <LinkButton to={paths.accountData()} variant="quiet" className="justify-self-start print:hidden">
        {m.profile_cards_back()}
      </LinkButton>
    </PanelPage>
  );
}

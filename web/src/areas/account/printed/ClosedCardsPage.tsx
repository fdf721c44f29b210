import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { DeadLinkPage } from "@/areas/account/frame/DeadLinkPage";
import { StepPage } from "@/shared/page/StepPage";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { allPages, PAGE_SIZE } from "./allPages";
import { PrintedCards } from "./PrintedCards";

async function openCards(code: string) {
  let expiresAt = "";
  const cards = await allPages(async (pageIndex) => {
    const opened = await callAsNobody("post", "/api/v1/Accounts/closed-cards", {
      query: { pageIndex, pageSize: PAGE_SIZE },
      body: { code },
    });
    expiresAt = opened.expiresAt;
    return opened.cards;
  });
  return { cards, expiresAt };
}

function isDeadLink(error: Error): boolean {
  return error instanceof ApiError && (error.errorCode === "DEAD_LINK" || "code" in error.fields);
}

/**
 * Page behind the link of the last email after closing an account. The one day of access starts when the person presses the
 * button.
 */
export function ClosedCardsPage() {
  // The code is in the fragment, so that it reaches the server only in the body of the call.
  const { hash } = useLocation();
  const [code] = useState(() => new URLSearchParams(hash.slice(1)).get("code") ?? "");
  const [isDead, setIsDead] = useState(code === "");
  const open = useMutation({
    mutationFn: () => openCards(code),
    onError: (error) => setIsDead(isDeadLink(error)),
  });

  if (open.isSuccess) {
    const { cards, expiresAt } = open.data;
    return (
      <Page title={m.profile_closed_cards()}>
        <div className="page max-w-[800px] py-10 sm:py-14 print:p-0">
          <PageHeading className="text-2xl">{m.profile_closed_cards()}</PageHeading>
          <Notice className="mt-5 mb-6 print:hidden">
            {cards.length === 0
              ? m.profile_cards_none()
              : m.profile_closed_cards_until({ moment: formatMoment(expiresAt) })}
          </Notice>
          {cards.length > 0 && <PrintedCards cards={cards} />}
        </div>
      </Page>
    );
  }
  if (isDead) return <DeadLinkPage>{m.profile_closed_cards_dead_text()}</DeadLinkPage>;
  return (
    <StepPage
      title={m.profile_closed_cards()}
      scene="all-done"
      actions={
        <Button variant="primary" size="large" isBusy={open.isPending} onClick={() => open.mutate()}>
          {m.profile_closed_cards_show()}
        </Button>
      }
    >
      <p>{m.profile_closed_cards_text()}</p>
    </StepPage>
  );
}

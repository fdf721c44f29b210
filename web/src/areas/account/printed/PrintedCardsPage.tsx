import { PanelPage } from "@/areas/account/profile/Panel";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/form/LinkButton";
import { useLoaded } from "@/shared/page/useLoaded";
import { PrintedCards } from "./PrintedCards";
import { printedCardsQuery } from "./queries";

/** The user's own cards, to print for use without an account. */
export function PrintedCardsPage() {
  const cards = useLoaded(printedCardsQuery());
  return (
    <PanelPage title={m.profile_cards()} lead={m.profile_cards_lead()}>
      {cards.length === 0 ? (
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

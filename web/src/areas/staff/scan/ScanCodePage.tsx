import "./scan.css";
import { useState } from "react";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { giveFeedback } from "@/features/counter/feedback";
import { isAtOwnDesk } from "@/features/counter/places";
import { isCardCode } from "@/features/counter/scannedText";
import { useScanner } from "@/features/counter/scanner";
import { useLookUp } from "@/features/counter/useLookUp";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/LinkButton";
import { toast } from "@/ui/toast";
import { Scanner } from "./Scanner";
import { TypedCodeForm } from "./TypedCodeForm";
import { useIsUnanswered } from "./useIsUnanswered";

/** The camera at work, and a way round it for when there is none. */
export function ScanCodePage() {
  const profile = useProfile();
  const [attempt, setAttempt] = useState(0);
  const [isInTrouble, setIsInTrouble] = useState(false);
  const { lookUp, lookUpTyped, isLooking, unknownCode } = useLookUp();
  useScanner(lookUp);
  const isUnanswered = useIsUnanswered();

  const readCode = (text: string) => {
    if (isCardCode(text)) {
      lookUp(text);
      return;
    }
    // Any other QR code on the counter: nothing that the server could know.
    giveFeedback("refused");
    toast.error(m.counter_invalid_code());
  };

  return (
    <Page title={m.counter_scan()}>
      <div className="flex items-center justify-between gap-3">
        <PageHeading>{m.counter_scan()}</PageHeading>
        <LinkButton
          to={isAtOwnDesk(profile) ? adminPaths.vendorArea().cards() : paths.scanCards()}
          variant="quiet"
          aria-label={m.counter_scan_close()}
          className="button-icon"
        >
          <Icon name="x" size={24} />
        </LinkButton>
      </div>
      <div
        className="group mt-4 grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:items-start md:gap-10"
        data-blind={isInTrouble || undefined}
      >
        <Scanner
          key={attempt}
          isLooking={isLooking}
          onCode={readCode}
          isUnanswered={isUnanswered}
          onTrouble={setIsInTrouble}
          onTryAgain={() => setAttempt(attempt + 1)}
        />
        <div className="grid content-start gap-5 group-data-blind:-order-1">
          {!isInTrouble && <p className="text-ink-soft">{m.counter_scan_hint()}</p>}
          <TypedCodeForm
            isLooking={isLooking}
            unknownCode={unknownCode}
            isOnlyWay={isInTrouble}
            onCode={lookUpTyped}
          />
        </div>
      </div>
    </Page>
  );
}

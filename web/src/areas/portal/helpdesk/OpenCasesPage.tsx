import { useQuery } from "@tanstack/react-query";
import { Suspense, type FunctionComponent } from "react";
import { useParams } from "react-router";
import { adminPaths, type OpenCaseKind } from "@/adminPaths";
import { caseCounts, openCountsQuery } from "@/areas/portal/kit/openCounts";
import { m } from "@/i18n";
import { asLeft } from "@/shared/table/leftLists";
import { BackLink } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { Bursts } from "./bursts";
import { WaitingClosings } from "./closings";
import { Differences } from "./differences";
import { DeadLetters } from "./deadLetters";
import { RefundRequests, RefusedRefunds, Reversals, Reviews } from "./openCases";

// Loaded separately, because it contains the forms for limits.
const BuyingLimits = lazyPiece(async () => (await import("./limits")).BuyingLimits);

const kinds: Record<OpenCaseKind, { title: () => string; List: FunctionComponent }> = {
  reviews: { title: m.helpdesk_reviews, List: Reviews },
  reversals: { title: m.helpdesk_reversals, List: Reversals },
  differences: { title: m.helpdesk_differences, List: Differences },
  bursts: { title: m.helpdesk_bursts, List: Bursts },
  refunds: { title: m.helpdesk_refund_requests, List: RefundRequests },
  limits: { title: m.helpdesk_limits, List: BuyingLimits },
  closings: { title: m.helpdesk_closings, List: WaitingClosings },
  refused: { title: m.helpdesk_refused, List: RefusedRefunds },
  "dead-letters": { title: m.helpdesk_dead_letters, List: DeadLetters },
};

function isKind(kind: string): kind is OpenCaseKind {
  return Object.hasOwn(kinds, kind);
}

/** All open cases of one kind, to which a count on the dashboard links. */
export function OpenCasesPage() {
  const { kind = "" } = useParams();
  const shown = isKind(kind) ? kind : "reviews";
  const { title, List } = kinds[shown];
  const open = useQuery(openCountsQuery).data;
  return (
    <Page title={title()}>
      <BackLink to={asLeft(adminPaths.cards())}>{m.helpdesk_back()}</BackLink>
      <PageHeading>{title()}</PageHeading>
      {open && caseCounts[shown](open) === 0 && (
        <Notice tone="success" className="mt-6">
          {m.dashboard_queue_none()}
        </Notice>
      )}
      {/* Hidden, because it repeats the page's heading. */}
      <div className="[&>section:first-child>div>h2]:sr-only">
        <Suspense fallback={<SkeletonText lines={4} />}>
          <List />
        </Suspense>
      </div>
    </Page>
  );
}

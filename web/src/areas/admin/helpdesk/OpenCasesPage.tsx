import { useQuery } from "@tanstack/react-query";
import { Suspense, type FunctionComponent } from "react";
import { useParams } from "react-router";
import { adminPaths, type OpenCaseKind } from "@/adminPaths";
import { openCountsQuery, type OpenCounts } from "@/areas/admin/kit/openCounts";
import { m } from "@/i18n";
import { asLeft } from "@/shared/table/leftLists";
import { BackLink } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { lazyPiece } from "@/ui/lazyPiece";
import { Notice } from "@/ui/Notice";
import { SkeletonText } from "@/ui/Skeleton";
import { Bursts } from "./bursts";
import { WaitingClosings } from "./closings";
import { Differences } from "./differences";
import { DeadLetters } from "./deadLetters";
import { RefundRequests, RefusedRefunds, Reversals, Reviews } from "./openCases";

// Loaded separately, because it contains the forms for limits.
const BuyingLimits = lazyPiece(async () => (await import("./limits")).BuyingLimits);

interface Kind {
  title: () => string;
  List: FunctionComponent;
  count: (open: OpenCounts) => number;
}

const kinds: Record<OpenCaseKind, Kind> = {
  reviews: {
    title: m.helpdesk_reviews,
    List: Reviews,
    count: ({ reviews, heldPayments }) => reviews + heldPayments,
  },
  reversals: { title: m.helpdesk_reversals, List: Reversals, count: ({ reversals }) => reversals },
  differences: { title: m.helpdesk_differences, List: Differences, count: ({ differences }) => differences },
  bursts: { title: m.helpdesk_bursts, List: Bursts, count: ({ bursts }) => bursts },
  refunds: {
    title: m.helpdesk_refund_requests,
    List: RefundRequests,
    count: ({ refundRequests }) => refundRequests,
  },
  limits: { title: m.helpdesk_limits, List: BuyingLimits, count: ({ buyingLimits }) => buyingLimits },
  closings: {
    title: m.helpdesk_closings,
    List: WaitingClosings,
    count: ({ shopClosings }) => shopClosings,
  },
  refused: {
    title: m.helpdesk_refused,
    List: RefusedRefunds,
    count: ({ refusedRefunds }) => refusedRefunds,
  },
  "dead-letters": {
    title: m.helpdesk_dead_letters,
    List: DeadLetters,
    count: ({ deadLetters }) => deadLetters,
  },
};

/** All open cases of one kind, to which a count on the dashboard links. */
export function OpenCasesPage() {
  const { kind = "" } = useParams();
  const { title, List, count } = kinds[kind as OpenCaseKind] ?? kinds.reviews;
  const open = useQuery(openCountsQuery).data;
  return (
    <Page title={title()}>
      <BackLink to={asLeft(adminPaths.cards())}>{m.helpdesk_back()}</BackLink>
      <PageHeading>{title()}</PageHeading>
      {open && count(open) === 0 && (
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

import { useTenant } from "@/shared/page/useTenant";
import { m } from "@/i18n";
import { RetryScene } from "@/shared/page/RetryScene";
import { useApprovals } from "@/features/counter/approvals/useApprovals";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";
import { ApprovalCard } from "./ApprovalCard";

/**
 * Approval requests of a shop's clerks, oldest first. The list updates when something changes at
 * the counter.
 */
export function ApprovalListPage() {
  const vendorId = useTenant("vid");
  const query = useApprovals(vendorId);
  const found = query.data?.items;
  return (
    <Page title={m.approval_title()}>
      <PageHeading>{m.approval_title()}</PageHeading>
      <p className="mt-2 max-w-[60ch] text-ink-soft">{m.approval_lead()}</p>
      {query.isLoadingError ? (
        <RetryScene error={query.error} onRetry={() => void query.refetch()} />
      ) : found === undefined ? (
        <SkeletonGroup className="grid gap-5 max-w-180 mt-7">
          <Skeleton className="h-56 rounded-panel" />
        </SkeletonGroup>
      ) : found.length === 0 ? (
        <EmptyState scene="nothing-found" title={m.approval_none()} className="py-10">
          {m.approval_none_text()}
        </EmptyState>
      ) : (
        <ul className="grid gap-5 max-w-180 mt-7" aria-label={m.approval_title()}>
          {found.map((approval) => (
            <li key={approval.id}>
              <ApprovalCard approval={approval} since={query.dataUpdatedAt} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

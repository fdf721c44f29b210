import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";

/** In the place of a long form that waits for what it is about. */
export function FormLoading({ title }: { title: string }) {
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      <SkeletonGroup className="mt-8 flex max-w-[1080px] flex-col gap-6">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
        <Skeleton className="h-40" />
      </SkeletonGroup>
    </Page>
  );
}

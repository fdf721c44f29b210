import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Page } from "@/shared/page/Page";
import { SideSheet } from "@/ui/rich/SideSheet";
import { SkeletonGroup, SkeletonText } from "@/ui/Skeleton";
import { useLeaveOnError } from "./useLeaveOnError";

interface EditSheetProps<Thing, Key extends QueryKey> {
  title: string;
  query: UseQueryOptions<Thing, Error, Thing, Key>;
  nameOf: (thing: Thing) => string;
  onClose: (options?: { replace?: boolean }) => void;
  /** The form, once the thing is there. */
  children: (thing: Thing) => ReactNode;
}

/** The sheet in which one thing of a list is edited. When it can't be read, the list comes back. */
export function EditSheet<Thing, Key extends QueryKey>({
  title,
  query,
  nameOf,
  onClose,
  children,
}: EditSheetProps<Thing, Key>) {
  const { data: thing, isError } = useQuery(query);
  useLeaveOnError(isError, onClose);
  return (
    <Page title={title}>
      <SideSheet isOpen onClose={() => onClose()} title={thing === undefined ? title : nameOf(thing)}>
        {thing === undefined ? (
          <SkeletonGroup>
            <SkeletonText lines={6} />
          </SkeletonGroup>
        ) : (
          children(thing)
        )}
      </SideSheet>
    </Page>
  );
}

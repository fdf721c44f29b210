import { Suspense, type ReactNode } from "react";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { useMedia } from "@/ui/useMedia";
import { lazyPiece } from "@/ui/lazyPiece";

const EntranceArt = lazyPiece(
  async () => (await import("@/brands/current/account/EntranceArt")).EntranceArt,
  () => undefined,
);

interface EntrancePageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A way in: one column to fill in, and beside it, where there is room, a picture of what waits inside. */
export function EntrancePage({ title, lead, children }: EntrancePageProps) {
  const hasRoomForArt = useMedia("(width >= 1024px)");
  return (
    <Page title={title}>
      <div className="page entrance">
        <div className="entrance-column">
          <PageHeading>{title}</PageHeading>
          {lead && <p className="mt-3 text-lg text-ink-soft">{lead}</p>}
          <div className="mt-8">{children}</div>
        </div>
        <div aria-hidden="true" className="entrance-art">
          {hasRoomForArt && (
            <Suspense>
              <EntranceArt />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}

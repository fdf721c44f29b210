import { Suspense, type ReactNode } from "react";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { useMedia } from "@/ui/useMedia";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const EntranceArt = lazyPiece(
  async () => (await import("@/brands/current/account/EntranceArt")).EntranceArt,
  () => undefined,
);

interface EntrancePageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** Page frame for registration and sign-in: a form column, and a picture beside it on wide screens. */
export function EntrancePage({ title, lead, children }: EntrancePageProps) {
  const hasRoomForArt = useMedia("(width >= 1024px)");
  return (
    <Page title={title}>
      <div className="page grid gap-12 pt-[clamp(40px,5vw,72px)] pb-22 lg:grid-cols-[minmax(0,560px)_minmax(0,1fr)] lg:gap-x-[clamp(56px,7vw,104px)]">
        <div className="w-full max-w-form md:max-lg:justify-self-center">
          <PageHeading>{title}</PageHeading>
          {lead && <p className="mt-3 text-lg text-ink-soft">{lead}</p>}
          <div className="mt-8">{children}</div>
        </div>
        {/* Stays visible while a long form scrolls. */}
        <div
          aria-hidden="true"
          className="sticky top-8 hidden h-[clamp(440px,calc(100dvh-220px),680px)] self-start overflow-clip rounded-panel bg-surface-quiet lg:grid"
        >
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

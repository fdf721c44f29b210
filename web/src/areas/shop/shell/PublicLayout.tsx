import { Suspense } from "react";
import { Outlet, useMatches } from "react-router";
import { m } from "@/i18n";
import type { ShellHandle } from "@/shared/page/frame";
import { LateToaster } from "@/ui/overlay/LateToaster";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { SkipLink } from "@/ui/layout/SkipLink";
import { BottomBar } from "./BottomBar";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { useContactDialog } from "./useContactDialog";

const ContactDialog = lazyPiece(
  async () => (await import("@/areas/shop/contact/ContactDialog")).ContactDialog,
  ({ onClose }) => onClose(),
);

/** Layout of all public pages. */
export function PublicLayout() {
  const contact = useContactDialog();
  const hidesFooter = useMatches().some(({ handle }) => (handle as ShellHandle | undefined)?.hidesFooter);
  return (
    <div className="site flex min-h-dvh flex-col overflow-x-clip">
      <SkipLink>{m.shell_skip()}</SkipLink>
      <Header />
      <main id="main" tabIndex={-1} className="flex-[1_0_auto]">
        <Outlet />
      </main>
      {!hidesFooter && <Footer onContact={contact.open} />}
      <BottomBar />
      <LateToaster />
      {contact.isOpen && (
        <Suspense>
          <ContactDialog onClose={contact.close} />
        </Suspense>
      )}
    </div>
  );
}

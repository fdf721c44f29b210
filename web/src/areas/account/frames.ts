// Layouts and guards around the screens of this area.
import { mustBeSignedIn } from "@/session/guards";
import { frame } from "@/shared/page/frame";
import { QuietLayout } from "@/shared/shell/QuietLayout";
import { AccountLayout } from "./profile/AccountLayout";
import { BareLayout } from "./setup/BareLayout";

/** Pages of the user's own account. */
export const ownAccount = frame({
  guard: mustBeSignedIn,
  handle: { isPrivate: true },
  Component: AccountLayout,
});

/** Forms without a footer, so that no link leads away from them. */
export const footerless = frame({ handle: { hidesFooter: true } });

/** Pages to sign in to the portal. */
export const quiet = frame({
  isAlone: true,
  Component: QuietLayout,
});

/** The page that a server shows until it is set up. */
export const bare = frame({ isAlone: true, Component: BareLayout });

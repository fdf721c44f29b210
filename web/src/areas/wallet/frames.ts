// Layouts and guards around the screens of this area.
import { mustBeSignedIn } from "@/session/guards";
import { frame } from "@/shared/page/frame";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";

/** Pages for their owners only, in the shop's layout. */
export const owned = frame({
  guard: mustBeSignedIn,
  handle: { isPrivate: true },
  Component: PrivateOutlet,
});

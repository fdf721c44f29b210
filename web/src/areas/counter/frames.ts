// Layouts and guards around the screens of this area.
import { isVendorStaff } from "@/session/can";
import { mustBe } from "@/session/guards";
import { frame } from "@/shared/page/frame";
import { notifyNoRole } from "@/shared/page/redirectNotices";

/** Pages of a shop's staff. */
export const counter = frame({
  isAlone: true,
  guard: mustBe(isVendorStaff, notifyNoRole),
  handle: { isPrivate: true },
  load: () => import("./shell/StaffLayout"),
  Layout: "StaffLayout",
});

/** Pages of a till without a signed-in clerk. */
export const till = frame({
  isAlone: true,
  load: () => import("@/shared/shell/QuietLayout"),
  Layout: "QuietLayout",
});

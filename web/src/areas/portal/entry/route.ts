import { adminPaths } from "@/adminPaths";
import { redirectToHome, notFoundGuard } from "@/session/guards";
import { alone } from "@/shared/page/frame";
import { notifyNotFound } from "@/shared/page/redirectNotices";
import { crossroads } from "@/shared/page/screen";

export const routes = [
  // Open to all: it leads users to the first page of their role.
  crossroads(adminPaths.home(), redirectToHome, alone),
  crossroads(`${adminPaths.home()}/*`, notFoundGuard(notifyNotFound), alone),
];

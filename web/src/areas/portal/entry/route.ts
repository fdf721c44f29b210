import { adminPaths } from "@/adminPaths";
import { leadOn, nowhere } from "@/session/guards";
import { alone } from "@/shared/page/frame";
import { tellNothingHere } from "@/shared/page/redirectNotices";
import { crossroads } from "@/shared/page/screen";

export const routes = [
  // Open to all: it leads users to the first page of their role.
  crossroads(adminPaths.home(), leadOn, alone),
  crossroads(`${adminPaths.home()}/*`, nowhere(tellNothingHere), alone),
];

// Routes of the counter, for a shop's staff. Loaded with the first of its pages.
import type { RouteObject } from "react-router";
import { tellNoRole } from "@/areas/portal/kit/elsewhere";
import { componentOf } from "@/lib/missingCode";
import { page } from "@/app/page";
import { paths } from "@/paths";
import { staffPaths } from "@/adminPaths";
import { isVendorStaff } from "@/session/can";
import { mustBe } from "@/session/guards";
import { cardQuery } from "@/features/counter/card/cards";
import { loading } from "@/shared/page/loading";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

const forStaffOnly: PrivacyHandle = { isPrivate: true };

const counterRoute: RouteObject = {
  middleware: [mustBe(isVendorStaff, tellNoRole)],
  handle: forStaffOnly,
  lazy: componentOf(() => import("@/areas/counter/shell/StaffLayout"), "StaffLayout"),
  children: [
    page(paths.scanCards(), () => import("@/areas/counter/cards/ScanCardListPage"), "ScanCardListPage", {
      starts: async ({ search }) => (await import("@/features/counter/card/cardList")).listedCards(search),
    }),
    page(undefined, () => import("@/areas/counter/desk/CounterPage"), "CounterPage", {
      children: [
        { path: paths.counter(), element: null },
        { path: paths.scanCode(), element: null },
        {
          path: paths.scanCard(":id"),
          element: null,
          ...loading({ starts: ({ params: { id = "" } }) => [cardQuery(id)] }),
        },
      ],
    }),
    page(staffPaths.day(), () => import("@/areas/portal/counter/CounterDayPage"), "CounterDayPage"),
  ],
};

/** Routes of a till: the sign-in with a PIN, and the enrolment of a device. */
const tillRoute: RouteObject = {
  lazy: componentOf(() => import("@/areas/account/frame/QuietLayout"), "QuietLayout"),
  children: [
    page(paths.till(), () => import("@/areas/account/till/TillPage"), "TillPage", {
      starts: async () => [(await import("@/features/till/currentTill")).currentTillQuery()],
    }),
    page(paths.enrolTill(), () => import("@/areas/account/till/EnrolTillPage"), "EnrolTillPage"),
  ],
};

export const staffRoutes: RouteObject[] = [counterRoute, tillRoute];

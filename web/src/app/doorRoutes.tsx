// Sign-in routes of the admin portal, with a layout of their own. Signing in doesn't load the portal's other routes.
import type { RouteObject } from "react-router";
import { adminPaths } from "@/adminPaths";
import { componentOf } from "@/lib/missingCode";
import { page } from "@/app/page";
import { mustBeGuest } from "@/session/guards";

export const doorRoutes: RouteObject[] = [
  {
    lazy: componentOf(() => import("@/areas/account/frame/QuietLayout"), "QuietLayout"),
    children: [
      {
        middleware: [mustBeGuest],
        children: [
          page(
            adminPaths.signIn(),
            () => import("@/areas/account/sign-in/AdminSignInFormPage"),
            "AdminSignInFormPage",
          ),
        ],
      },
      page(
        adminPaths.setupPassword(),
        () => import("@/areas/account/password/SetupPasswordFormPage"),
        "SetupPasswordFormPage",
      ),
      page(
        adminPaths.setupPasswordFailed(),
        () => import("@/areas/account/password/SetupPasswordFailedPage"),
        "SetupPasswordFailedPage",
      ),
    ],
  },
];

import { quiet } from "@/areas/account/frames";
import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";

export const routes = [
  screen({
    path: paths.forgotPassword(),
    load: () => import("./ForgotPasswordFormPage"),
    Component: "ForgotPasswordFormPage",
    budget: "form",
  }),
  screen({
    path: paths.forgotPasswordSuccess(),
    load: () => import("./ForgotPasswordSuccessPage"),
    Component: "ForgotPasswordSuccessPage",
    budget: "public",
  }),
  screen({
    path: paths.resetPassword(),
    load: () => import("./ResetPasswordFormPage"),
    Component: "ResetPasswordFormPage",
    budget: "form",
  }),
  screen({
    path: paths.resetPasswordSuccess(),
    load: () => import("./ResetPasswordSuccessPage"),
    Component: "ResetPasswordSuccessPage",
    budget: "public",
  }),
  screen({
    path: paths.resetPasswordFailed(),
    load: () => import("./ResetPasswordFailedPage"),
    Component: "ResetPasswordFailedPage",
    budget: "public",
  }),
  screen({
    path: paths.setupPassword(),
    frame: quiet,
    load: () => import("./SetupPasswordFormPage"),
    Component: "SetupPasswordFormPage",
    budget: "form",
  }),
  screen({
    path: paths.setupPasswordFailed(),
    frame: quiet,
    load: () => import("./SetupPasswordFailedPage"),
    Component: "SetupPasswordFailedPage",
    budget: "public",
  }),
];

// Routes for registration, sign-in, password recovery and the user's account. Loaded with the first of these pages.
import { redirect, type RouteObject } from "react-router";
import type { ShellHandle } from "@/areas/shop/shell/PublicLayout";
import { brand } from "@/brands/current";
import { componentOf } from "@/lib/missingCode";
import { page } from "@/app/page";
import { paths } from "@/paths";
import { mustBeGuest, mustBeSignedIn } from "@/session/guards";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

const withoutFooter: ShellHandle = { hidesFooter: true };

/** Routes without a footer, so that no link leads away from the form. */
const footerlessRoutes: RouteObject[] = [
  {
    middleware: [mustBeGuest],
    children: [
      page(paths.signIn(), () => import("@/areas/account/sign-in/SignInFormPage"), "SignInFormPage"),
    ],
  },
  page(paths.signedOut(), () => import("@/areas/account/sign-in/SignedOutPage"), "SignedOutPage"),
  page(paths.register(), () => import("@/areas/account/register/RegisterFormPage"), "RegisterFormPage"),
  page(
    paths.registerVendor(),
    () => import("@/areas/account/register/RegisterVendorFormPage"),
    "RegisterVendorFormPage",
  ),
  brand.hasCharities
    ? page(
        paths.registerCharity(),
        () => import("@/areas/account/register/RegisterCharityFormPage"),
        "RegisterCharityFormPage",
      )
    : { path: paths.registerCharity(), loader: () => redirect(paths.registerVendor()) },
];

const forTheirOwnersOnly: PrivacyHandle = { isPrivate: true };

// Queries of some of these pages, loaded separately so that the others don't include them.
const own = () => import("@/areas/account/profile/queries");

/** Routes of the user's own account. */
const ownRoutes: RouteObject = {
  middleware: [mustBeSignedIn],
  handle: forTheirOwnersOnly,
  lazy: componentOf(() => import("@/areas/account/profile/AccountLayout"), "AccountLayout"),
  children: [
    {
      path: paths.account(),
      // Beside the navigation of a wide screen, a page without content would be empty.
      loader: () => (matchMedia("(width >= 64rem)").matches ? redirect(paths.accountProfile()) : null),
      lazy: componentOf(() => import("@/areas/account/profile/AccountHomePage"), "AccountHomePage"),
    },
    page(paths.accountProfile(), () => import("@/areas/account/profile/ProfileFormPage"), "ProfileFormPage", {
      needs: async () => [(await own()).meQuery()],
    }),
    page(
      paths.accountPassword(),
      () => import("@/areas/account/profile/PasswordFormPage"),
      "PasswordFormPage",
      { needs: async () => [(await own()).meQuery()] },
    ),
    page(paths.accountSessions(), () => import("@/areas/account/profile/SessionsPage"), "SessionsPage", {
      needs: async () => [(await own()).sessionsQuery()],
    }),
    page(paths.accountSecurity(), () => import("@/areas/account/security/SecurityPage"), "SecurityPage", {
      needs: async () => [(await import("@/areas/account/security/queries")).secondFactorsQuery()],
    }),
    page(paths.accountPin(), () => import("@/areas/account/security/ChoosePinPage"), "ChoosePinPage", {
      needs: async () => [(await import("@/areas/account/security/queries")).myPinsQuery()],
    }),
    page(paths.accountData(), () => import("@/areas/account/profile/MyDataPage"), "MyDataPage"),
    page(paths.accountCards(), () => import("@/areas/account/printed/PrintedCardsPage"), "PrintedCardsPage", {
      needs: async () => [(await import("@/areas/account/printed/queries")).printedCardsQuery()],
    }),
  ],
};

export const accountRoutes: RouteObject[] = [
  ownRoutes,
  { handle: withoutFooter, children: footerlessRoutes },
  page(
    paths.registrationQuestion(),
    () => import("@/areas/account/register/RegistrationQuestionPage"),
    "RegistrationQuestionPage",
  ),
  page(paths.closedCards(), () => import("@/areas/account/printed/ClosedCardsPage"), "ClosedCardsPage"),
  page(paths.endSessions(), () => import("@/areas/account/profile/EndSessionsPage"), "EndSessionsPage"),
  page(
    paths.forgotPassword(),
    () => import("@/areas/account/password/ForgotPasswordFormPage"),
    "ForgotPasswordFormPage",
  ),
  page(
    paths.forgotPasswordSuccess(),
    () => import("@/areas/account/password/ForgotPasswordSuccessPage"),
    "ForgotPasswordSuccessPage",
  ),
  page(
    paths.resetPassword(),
    () => import("@/areas/account/password/ResetPasswordFormPage"),
    "ResetPasswordFormPage",
  ),
  page(
    paths.resetPasswordSuccess(),
    () => import("@/areas/account/password/ResetPasswordSuccessPage"),
    "ResetPasswordSuccessPage",
  ),
  page(
    paths.resetPasswordFailed(),
    () => import("@/areas/account/password/ResetPasswordFailedPage"),
    "ResetPasswordFailedPage",
  ),
  page(
    paths.registerSuccess(),
    () => import("@/areas/account/register/RegisterSuccessPage"),
    "RegisterSuccessPage",
  ),
  page(
    paths.confirmEmail(),
    () => import("@/areas/account/confirmation/ConfirmEmailFormPage"),
    "ConfirmEmailFormPage",
  ),
  page(paths.invitation(), () => import("@/areas/account/invitation/InvitationPage"), "InvitationPage", {
    starts: async ({ search }) => {
      const { offerQuery } = await import("@/areas/account/invitation/queries");
      return [offerQuery(search.get("code") ?? "")];
    },
  }),
  page(
    paths.registerConfirmation(),
    () => import("@/areas/account/confirmation/ConfirmedPage"),
    "ConfirmedPage",
  ),
  page(
    paths.registerConfirmationFailed(),
    () => import("@/areas/account/confirmation/ConfirmationFailedPage"),
    "ConfirmationFailedPage",
  ),
  page(
    paths.resendConfirmation(),
    () => import("@/areas/account/confirmation/ResendFormPage"),
    "ResendFormPage",
  ),
  page(
    paths.registerVendorSuccess(),
    () => import("@/areas/account/register/RegisterTenantSuccessPage"),
    "RegisterTenantSuccessPage",
  ),
  page(
    paths.registerCharitySuccess(),
    () => import("@/areas/account/register/RegisterTenantSuccessPage"),
    "RegisterTenantSuccessPage",
  ),
];

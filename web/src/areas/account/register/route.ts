import { redirect } from "react-router";
import { footerless } from "@/areas/account/frames";
import { brand } from "@/brands/current";
import { paths } from "@/paths";
import { forward, screen } from "@/shared/page/screen";

/** Both kinds of tenant end on the same page. */
const tenantSuccess = (path: string) =>
  screen({
    path,
    load: () => import("./RegisterTenantSuccessPage"),
    Component: "RegisterTenantSuccessPage",
    budget: "public",
  });

export const routes = [
  screen({
    path: paths.register(),
    frame: footerless,
    load: () => import("./RegisterFormPage"),
    Component: "RegisterFormPage",
    budget: "form",
  }),
  screen({
    path: paths.registerVendor(),
    frame: footerless,
    load: () => import("./RegisterVendorFormPage"),
    Component: "RegisterVendorFormPage",
    budget: "form",
  }),
  brand.hasCharities
    ? screen({
        path: paths.registerCharity(),
        frame: footerless,
        load: () => import("./RegisterCharityFormPage"),
        Component: "RegisterCharityFormPage",
        budget: "form",
      })
    : forward(paths.registerCharity(), () => redirect(paths.registerVendor())),
  screen({
    path: paths.registrationQuestion(),
    load: () => import("./RegistrationQuestionPage"),
    Component: "RegistrationQuestionPage",
    budget: "form",
  }),
  screen({
    path: paths.registerSuccess(),
    load: () => import("./RegisterSuccessPage"),
    Component: "RegisterSuccessPage",
    budget: "public",
  }),
  tenantSuccess(paths.registerVendorSuccess()),
  tenantSuccess(paths.registerCharitySuccess()),
];

import { paths } from "@/paths";
import { screen } from "@/shared/page/screen";
import type { LegalTextName } from "./texts";

/** Declares the page of a legal text. */
function legal(path: string, name: LegalTextName) {
  return screen({
    path,
    load: async () => (await import("./LegalPage")).loadLegalPage(name),
    Component: "Component",
    budget: "public",
  });
}

export const routes = [
  legal(paths.about(), "about"),
  legal(paths.privacyPolicy(), "privacy-policy"),
  legal(paths.eula(), "eula"),
  legal(paths.termsOfUse(), "terms-of-use"),
  legal(paths.shippingPolicy(), "shipping-policy"),
  legal(paths.refundPolicy(), "refund-policy"),
];

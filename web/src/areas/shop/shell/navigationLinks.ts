// Navigation links of the header, the bottom bar and the menu.
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";

export interface NavigationLink {
  label: string;
  to: string;
}

/** Returns the links of the main navigation in the current language. */
export function mainLinks(): NavigationLink[] {
  return [
    { label: m.shell_home(), to: paths.home() },
    { label: m.shell_shop(), to: brand.hasCharities ? paths.shopVendors() : paths.vendorList() },
    ...(brand.hasCharities ? [{ label: m.shell_charity(), to: paths.charities() }] : []),
    { label: m.shell_wallet(), to: paths.wallet() },
  ];
}

export function policyLinks(): NavigationLink[] {
  return [
    { label: m.shell_privacy(), to: paths.privacyPolicy() },
    { label: m.shell_terms(), to: paths.termsOfUse() },
    { label: m.shell_eula(), to: paths.eula() },
    { label: m.shell_refund(), to: paths.refundPolicy() },
    { label: m.shell_shipping(), to: paths.shippingPolicy() },
  ];
}

import { settingsQuery } from "@/api/queries/settings";
import { charityCalls } from "@/areas/portal/tenants/charities/queries";
import { vendorCalls } from "@/areas/portal/tenants/vendors/queries";
import { charityScreen, vendorScreen } from "@/areas/portal/tenantScreens";
import { getLocale, m } from "@/i18n";
import { posterQuery } from "./posters";

const menu = { label: m.admin_information, icon: "info", goKey: "i" } as const;

export const routes = [
  ...vendorScreen({
    path: (area) => area.information(),
    load: () => import("./VendorInformationFormPage"),
    Component: "VendorInformationFormPage",
    starts: (vendorId) => [vendorCalls.oneQuery(vendorId), posterQuery(vendorId, getLocale())],
    menu: { ...menu, group: "vendor", position: 3 },
    budget: "portal",
  }),
  ...charityScreen({
    path: (area) => area.information(),
    load: () => import("./CharityInformationFormPage"),
    Component: "CharityInformationFormPage",
    starts: (charityId) => [charityCalls.oneQuery(charityId), settingsQuery()],
    menu: { ...menu, group: "charity", position: 3 },
    budget: "portal",
  }),
];

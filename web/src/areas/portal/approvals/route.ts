import { vendorScreen } from "@/areas/portal/tenantScreens";
import { approvalsQuery } from "@/features/counter/approvals/approvals";
import { m } from "@/i18n";

export const routes = vendorScreen({
  path: (area) => area.approvals(),
  load: () => import("./ApprovalListPage"),
  Component: "ApprovalListPage",
  starts: (vendorId) => [approvalsQuery(vendorId)],
  menu: { group: "vendor", label: m.approval_title, icon: "circle-check", position: 7, goKey: "a" },
  budget: "portal",
});

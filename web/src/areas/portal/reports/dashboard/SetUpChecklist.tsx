import { useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { reading } from "@/api/reading";
import { Checklist } from "@/areas/portal/kit/Checklist";
import { brand } from "@/brands/current";
import { m } from "@/i18n";

const ONE = { pageIndex: 1, pageSize: 1 };
const APPROVED = { ...ONE, state: "ACTIVE" as const };

/** Setup steps before the first card can be sold, in order. */
export function SetUpChecklist() {
  const hasCauses = { enabled: brand.hasCharities };
  const regions = useQuery(reading("/api/v1/Regions", { query: ONE })).data?.totalItems;
  const categories = useQuery(reading("/api/v1/Categories", { query: ONE })).data?.totalItems;
  const kinds = useQuery({ ...reading("/api/v1/Organizations", { query: ONE }), ...hasCauses }).data
    ?.totalItems;
  const vendors = useQuery(reading("/api/v1/Vendors", { query: APPROVED })).data?.totalItems;
  const charities = useQuery({ ...reading("/api/v1/Charities", { query: APPROVED }), ...hasCauses }).data
    ?.totalItems;
  const campaigns = useQuery({ ...reading("/api/v1/Charities/campaigns", { query: ONE }), ...hasCauses }).data
    ?.totalItems;
  const steps = [
    { label: m.dashboard_set_up_regions(), to: adminPaths.regions.list(), count: regions },
    { label: m.dashboard_set_up_categories(), to: adminPaths.categories.list(), count: categories },
    { label: m.dashboard_set_up_vendors(), to: adminPaths.vendors(), count: vendors },
  ];
  const ofCauses = [
    { label: m.dashboard_set_up_organizations(), to: adminPaths.organizations.list(), count: kinds },
    { label: m.dashboard_set_up_charities(), to: adminPaths.charities(), count: charities },
    { label: m.dashboard_set_up_campaigns(), to: adminPaths.charities(), count: campaigns },
  ];
  return (
    <Checklist
      title={m.dashboard_set_up()}
      lead={m.dashboard_set_up_lead()}
      steps={[...steps, ...(brand.hasCharities ? ofCauses : [])].map(({ label, to, count = 0 }) => ({
        label,
        to,
        isDone: count > 0,
      }))}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { reading } from "@/api/reading";
import { m } from "@/i18n";
import { Icon } from "@/ui/Icon";

const ONE = { pageIndex: 1, pageSize: 1 };
const APPROVED = { ...ONE, state: "ACTIVE" as const };

/** What has to be there before the first card is sold, in the order in which it is made. */
export function SetUpChecklist() {
  const regions = useQuery(reading("/api/v1/Regions", { query: ONE })).data?.totalItems;
  const categories = useQuery(reading("/api/v1/Categories", { query: ONE })).data?.totalItems;
  const kinds = useQuery(reading("/api/v1/Organizations", { query: ONE })).data?.totalItems;
  const vendors = useQuery(reading("/api/v1/Vendors", { query: APPROVED })).data?.totalItems;
  const charities = useQuery(reading("/api/v1/Charities", { query: APPROVED })).data?.totalItems;
  const campaigns = useQuery(reading("/api/v1/Charities/campaigns", { query: ONE })).data?.totalItems;
  const steps = [
    { label: m.dashboard_set_up_regions(), to: adminPaths.regions.list(), count: regions },
    { label: m.dashboard_set_up_categories(), to: adminPaths.categories.list(), count: categories },
    { label: m.dashboard_set_up_organizations(), to: adminPaths.organizations.list(), count: kinds },
    { label: m.dashboard_set_up_vendors(), to: adminPaths.vendors(), count: vendors },
    { label: m.dashboard_set_up_charities(), to: adminPaths.charities(), count: charities },
    { label: m.dashboard_set_up_campaigns(), to: adminPaths.charities(), count: campaigns },
  ];
  return (
    <section className="mt-8 max-w-prose">
      <h2 className="text-xl">{m.dashboard_set_up()}</h2>
      <p className="mt-2 text-ink-soft">{m.dashboard_set_up_lead()}</p>
      <ol className="mt-4 grid gap-2">
        {steps.map(({ label, to, count = 0 }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-14 items-center gap-3 rounded-panel border border-line bg-surface px-4 py-2 text-ink no-underline"
            >
              <Icon
                name={count > 0 ? "circle-check" : "arrow-right"}
                size={22}
                className={count > 0 ? "text-success" : "text-ink-soft"}
              />
              <span className="grow">{label}</span>
              {count > 0 && <span className="text-sm text-ink-soft">{m.dashboard_set_up_done()}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

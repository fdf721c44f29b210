import { adminPaths } from "@/adminPaths";
import { PageTabs } from "@/areas/portal/kit/PageTabs";
import { m } from "@/i18n";

/** Tabs between the runs and all payouts, for administrators. */
export function PayoutTabs() {
  return (
    <PageTabs
      label={m.payouts_title()}
      isExact
      entries={[
        { label: m.payouts_back(), to: adminPaths.payouts(), icon: "banknote" },
        { label: m.runs_title(), to: adminPaths.payoutRuns(), icon: "list" },
      ]}
    />
  );
}

import { call } from "@/api/client";
import { DirectoryListPage } from "@/areas/admin/lists/DirectoryListPage";
import type { Column } from "@/areas/admin/lists/DirectoryTable";
import { m } from "@/i18n";
import { unbrokenPostalCode } from "@/lib/postalCode";
import { adminPaths } from "@/adminPaths";
import { regionListQuery, REGIONS, type Region } from "./queries";

function columns(): Column<Region>[] {
  return [
    { label: m.field_name(), sortedBy: "name", cell: ({ name }) => name },
    { label: m.field_province(), cell: ({ province }) => province },
    { label: m.regions_country(), cell: ({ country }) => country },
    { label: m.field_postal_code(), cell: ({ postalCode }) => unbrokenPostalCode(postalCode) },
  ];
}

/** Where shops are, as visitors choose it. */
export function RegionListPage() {
  return (
    <DirectoryListPage
      title={m.regions_title()}
      isFeminine
      places={{ list: adminPaths.regions(), add: adminPaths.addRegion(), edit: adminPaths.region }}
      words={{
        add: m.regions_add(),
        search: m.regions_search(),
        none: m.regions_none(),
        activate: m.regions_activate_text(),
        deactivate: m.regions_deactivate_text(),
      }}
      columns={columns()}
      nameOf={({ name }) => name}
      query={regionListQuery}
      setStatus={(id, status) =>
        call("put", "/api/v1/Regions/{id}/status/{status}", { path: { id, status } })
      }
      outdated={REGIONS}
    />
  );
}

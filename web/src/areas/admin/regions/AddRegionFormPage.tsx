import { call } from "@/api/client";
import { AddSheet } from "@/areas/admin/lists/AddSheet";
import { SheetForm } from "@/areas/admin/lists/SheetForm";
import { useListPlace } from "@/areas/admin/lists/useListPlace";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { REGIONS } from "./queries";
import { RegionFields } from "./RegionFields";
import { newRegion, regionSchema } from "./schema";

export function AddRegionFormPage() {
  const { showList } = useListPlace(adminPaths.regions());
  return (
    <AddSheet title={m.regions_add()} onClose={showList}>
      <SheetForm
        schema={regionSchema()}
        values={newRegion}
        save={(body) => call("post", "/api/v1/Regions", { body })}
        saved={m.regions_saved()}
        outdated={REGIONS}
        onClose={showList}
      >
        <RegionFields />
      </SheetForm>
    </AddSheet>
  );
}

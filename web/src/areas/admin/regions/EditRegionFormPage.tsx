import { useParams } from "react-router";
import { call } from "@/api/client";
import { EditSheet } from "@/areas/admin/lists/EditSheet";
import { SheetForm } from "@/areas/admin/lists/SheetForm";
import { useListPlace } from "@/areas/admin/lists/useListPlace";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { regionQuery, REGIONS } from "./queries";
import { RegionFields } from "./RegionFields";
import { regionSchema } from "./schema";

export function EditRegionFormPage() {
  const { id = "" } = useParams();
  const { showList } = useListPlace(adminPaths.regions());
  return (
    <EditSheet
      title={m.regions_edit()}
      query={regionQuery(id)}
      nameOf={({ name }) => name}
      onClose={showList}
    >
      {({ name, province, country, postalCode }) => (
        <SheetForm
          schema={regionSchema()}
          values={{ name, province, country, postalCode }}
          save={(body) => call("put", "/api/v1/Regions/{id}", { path: { id }, body })}
          saved={m.regions_saved()}
          outdated={REGIONS}
          onClose={showList}
        >
          <RegionFields />
        </SheetForm>
      )}
    </EditSheet>
  );
}

import { call } from "@/api/client";
import { AddSheet } from "@/areas/admin/lists/AddSheet";
import { SheetForm } from "@/areas/admin/lists/SheetForm";
import { useListPlace } from "@/areas/admin/lists/useListPlace";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { OrganizationFields } from "./OrganizationFields";
import { ORGANIZATIONS } from "./queries";
import { organizationSchema } from "./schema";

export function AddOrganizationFormPage() {
  const { showList } = useListPlace(adminPaths.organizations());
  return (
    <AddSheet title={m.organizations_add()} onClose={showList}>
      <SheetForm
        schema={organizationSchema()}
        values={{ name: "", description: "" }}
        save={(body) => call("post", "/api/v1/Organizations", { body })}
        saved={m.organizations_created()}
        outdated={ORGANIZATIONS}
        onClose={showList}
      >
        <OrganizationFields />
      </SheetForm>
    </AddSheet>
  );
}

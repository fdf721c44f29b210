import { useParams } from "react-router";
import { call } from "@/api/client";
import { EditSheet } from "@/areas/admin/lists/EditSheet";
import { SheetForm } from "@/areas/admin/lists/SheetForm";
import { useListPlace } from "@/areas/admin/lists/useListPlace";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { OrganizationFields } from "./OrganizationFields";
import { organizationQuery, ORGANIZATIONS } from "./queries";
import { organizationSchema } from "./schema";

export function EditOrganizationFormPage() {
  const { id = "" } = useParams();
  const { showList } = useListPlace(adminPaths.organizations());
  return (
    <EditSheet
      title={m.organizations_edit()}
      query={organizationQuery(id)}
      nameOf={({ name }) => name}
      onClose={showList}
    >
      {({ name, description }) => (
        <SheetForm
          schema={organizationSchema()}
          values={{ name, description: description ?? "" }}
          save={(body) => call("put", "/api/v1/Organizations/{id}", { path: { id }, body })}
          saved={m.organizations_edited()}
          outdated={ORGANIZATIONS}
          onClose={showList}
        >
          <OrganizationFields />
        </SheetForm>
      )}
    </EditSheet>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { call } from "@/api/client";
import { useLeaveOnError } from "@/areas/admin/lists/useLeaveOnError";
import { EditTenant } from "@/areas/admin/tenants/EditTenant";
import { FormLoading } from "@/areas/admin/tenants/FormLoading";
import { m } from "@/i18n";
import { charities } from "./about";
import { charityQuery } from "./queries";
import { charitySchema, valuesOf } from "./schema";
import { CharityFields } from "./CharityFields";

export function EditCharityFormPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data: charity, isError } = useQuery(charityQuery(id));
  useLeaveOnError(isError, (options) => void navigate(charities.places.list, options));
  if (!charity) return <FormLoading title={m.charities_edit()} />;
  return (
    <EditTenant
      about={charities}
      tenant={charity}
      schema={charitySchema(charity)}
      values={valuesOf(charity)}
      save={(values) => call("put", "/api/v1/Charities/{id}", { path: { id }, body: values })}
      edited={m.charities_edited()}
    >
      <CharityFields />
    </EditTenant>
  );
}

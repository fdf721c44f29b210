import { call } from "@/api/client";
import { AddTenant } from "@/areas/admin/tenants/AddTenant";
import { m } from "@/i18n";
import { charities } from "./about";
import { charitySchema, newCharity } from "./schema";
import { CharityFields } from "./CharityFields";

export function AddCharityFormPage() {
  return (
    <AddTenant
      about={charities}
      schema={charitySchema()}
      values={newCharity}
      save={(values) => call("post", "/api/v1/Charities", { body: values })}
      created={m.charities_created()}
    >
      <CharityFields />
    </AddTenant>
  );
}

import { adminPaths } from "@/adminPaths";
import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { declareResource } from "@/areas/portal/kit/declareResource";
import { m } from "@/i18n";

/** Kinds of charities. */
export const routes = declareResource("/api/v1/Organizations", {
  paths: adminPaths.organizations,
  may: "keepDirectory",
  icon: "shapes",
  position: 2,
  isOfCauses: true,
  labels: {
    title: m.organizations_title,
    add: m.organizations_add,
    edit: m.organizations_edit,
    search: m.organizations_search,
    none: m.organizations_none,
    activate: m.organizations_activate_text,
    deactivate: m.organizations_deactivate_text,
    created: m.organizations_created,
    edited: m.organizations_edited,
  },
  nameOf: ({ name }) => name,
  columns: [
    { id: "name", label: m.field_name, isSortable: true, text: ({ name }) => name },
    {
      id: "description",
      label: m.field_description,
      text: ({ description }) => description,
      cell: ({ description }) => <span className="line-clamp-2 max-w-[60ch]">{description}</span>,
    },
  ],
  fields: {
    name: { kind: "text", label: m.field_name, most: 100 },
    frenchName: {
      kind: "text",
      label: m.field_french_name,
      hint: m.field_french_name_hint,
      most: 100,
      isOptional: true,
    },
    description: { kind: "area", label: m.field_description, most: 1000, isOptional: true },
  },
  alsoInvalidates: PUBLIC_PATHS.organizations,
});

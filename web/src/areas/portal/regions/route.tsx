import { adminPaths } from "@/adminPaths";
import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { declareResource } from "@/areas/portal/kit/declareResource";
import { m } from "@/i18n";
import { unbrokenPostalCode } from "@/lib/postalCode";
import { provinceName } from "@/lib/provinces";
import { lazyPiece } from "@/ui/layout/lazyPiece";

/** Regions of shops that visitors can choose. */
export const routes = declareResource("/api/v1/Regions", {
  paths: adminPaths.regions,
  may: "keepDirectory",
  icon: "map",
  position: 1,
  isFeminine: true,
  labels: {
    title: m.regions_title,
    add: m.regions_add,
    edit: m.regions_edit,
    search: m.regions_search,
    none: m.regions_none,
    activate: m.regions_activate_text,
    deactivate: m.regions_deactivate_text,
    created: m.regions_saved,
    edited: m.regions_saved,
  },
  nameOf: ({ name }) => name,
  columns: [
    { id: "name", label: m.field_name, isSortable: true, text: ({ name }) => name },
    { id: "province", label: m.field_province, text: ({ province }) => provinceName(province) },
    { id: "country", label: m.regions_country, text: ({ country }) => country },
    {
      id: "postalCode",
      label: m.field_postal_code,
      text: ({ postalCode }) => postalCode,
      cell: ({ postalCode }) => unbrokenPostalCode(postalCode),
    },
  ],
  Helper: lazyPiece(async () => (await import("./PlaceSearch")).PlaceSearch),
  fields: {
    name: { kind: "text", label: m.field_name, most: 100 },
    province: { kind: "province", label: m.field_province, most: 100 },
    country: { kind: "text", label: m.regions_country, most: 100, start: "Canada" },
    postalCode: { kind: "text", label: m.field_postal_code, most: 20 },
  },
  alsoInvalidates: PUBLIC_PATHS.regions,
});

// Kinds of records that can be imported, with their calls.
import { call } from "@/api/client";
import type { ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { LOG } from "@/features/log/queries";
import { m } from "@/i18n";

type Schemas = components["schemas"];
export type Preview = Schemas["ImportPreview"];
export type PreviewRow = Schemas["ImportRow"];
export type Imported = Schemas["Imported"];
type Body = Schemas["ImportForm"];

interface Kind {
  label: () => string;
  /** Consequence of the import for these records. */
  note: () => string;
  template: () => Promise<Schemas["ImportTemplate"]>;
  preview: (body: Body) => Promise<Preview>;
  import: (body: Body) => Promise<Imported>;
  /** Query paths to invalidate after an import. */
  invalidates: readonly ReadPath[];
}

export const kinds = {
  shops: {
    label: m.import_shops,
    note: m.import_note_pending,
    template: () => call("get", "/api/v1/Imports/shops/template"),
    preview: (body) => call("post", "/api/v1/Imports/shops/preview", { body }),
    import: (body) => call("post", "/api/v1/Imports/shops", { body }),
    invalidates: ["/Vendors", "/Public/Vendors", ...LOG],
  },
  causes: {
    label: m.import_causes,
    note: m.import_note_pending,
    template: () => call("get", "/api/v1/Imports/causes/template"),
    preview: (body) => call("post", "/api/v1/Imports/causes/preview", { body }),
    import: (body) => call("post", "/api/v1/Imports/causes", { body }),
    invalidates: ["/Charities", "/Public/Charities", ...LOG],
  },
  campaigns: {
    label: m.import_campaigns,
    note: m.import_note_campaigns,
    template: () => call("get", "/api/v1/Imports/campaigns/template"),
    preview: (body) => call("post", "/api/v1/Imports/campaigns/preview", { body }),
    import: (body) => call("post", "/api/v1/Imports/campaigns", { body }),
    invalidates: ["/Charities/campaigns", "/Public/charities/campaigns", ...LOG],
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as KindName[];

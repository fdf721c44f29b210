import { adminPaths } from "@/adminPaths";
import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { declareResource } from "@/areas/portal/kit/declareResource";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { m } from "@/i18n";
import { Chip } from "@/ui/list/Chip";

/** Shop categories. The popular ones are on the landing page. */
export const routes = declareResource("/api/v1/Categories", {
  paths: adminPaths.categories,
  may: "keepDirectory",
  icon: "tags",
  position: 3,
  isFeminine: true,
  labels: {
    title: m.categories_title,
    add: m.categories_add,
    edit: m.categories_edit,
    search: m.categories_search,
    none: m.categories_none,
    activate: m.categories_activate_text,
    deactivate: m.categories_deactivate_text,
    created: m.categories_created,
    edited: m.categories_edited,
  },
  nameOf: ({ text }) => text,
  columns: [
    {
      id: "name",
      label: m.field_name,
      isSortable: true,
      text: ({ text }) => text,
      cell: ({ text, logoPath }) => <PictureTile kind="category" pictureKey={logoPath} name={text} />,
    },
    {
      id: "isPopular",
      label: m.categories_popular,
      text: ({ isPopular }) => (isPopular ? m.categories_popular() : m.categories_not_popular()),
      cell: ({ isPopular }) =>
        isPopular ? (
          <Chip tone="brand">{m.categories_popular()}</Chip>
        ) : (
          <span className="text-ink-soft">{m.categories_not_popular()}</span>
        ),
    },
    { id: "urlText", label: m.categories_url_text, text: ({ urlText }) => urlText },
  ],
  fields: {
    text: { kind: "text", label: m.field_name, most: 100 },
    frenchName: {
      kind: "text",
      label: m.field_french_name,
      hint: m.field_french_name_hint,
      most: 100,
      isOptional: true,
    },
    logoPath: { kind: "picture", label: m.field_logo, of: "category" },
    isPopular: { kind: "check", label: m.categories_is_popular },
    popularName: {
      kind: "text",
      label: m.categories_popular_name,
      hint: m.categories_popular_name_hint,
      most: 100,
      isOptional: true,
    },
    urlText: {
      kind: "text",
      label: m.categories_url_text,
      hint: m.categories_url_text_hint,
      most: 100,
      isOptional: true,
      pattern: [/^[a-z\d-]*$/i, m.categories_url_text_wrong],
    },
  },
  alsoInvalidates: PUBLIC_PATHS.categories,
});

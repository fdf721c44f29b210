import { call } from "@/api/client";
import { DirectoryListPage } from "@/areas/admin/lists/DirectoryListPage";
import type { Column } from "@/areas/admin/lists/DirectoryTable";
import { PictureTile } from "@/areas/admin/pictures/PictureTile";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { Chip } from "@/ui/Chip";
import { categoryListQuery, CATEGORIES, type Category } from "./queries";

function columns(): Column<Category>[] {
  return [
    {
      label: m.field_name(),
      sortedBy: "name",
      cell: ({ text, logoPath }) => <PictureTile kind="category" pictureKey={logoPath} name={text} />,
    },
    {
      label: m.categories_popular(),
      cell: ({ isPopular }) =>
        isPopular ? (
          <Chip tone="brand">{m.categories_popular()}</Chip>
        ) : (
          <span className="text-ink-soft">{m.categories_not_popular()}</span>
        ),
    },
    { label: m.categories_url_text(), cell: ({ urlText }) => urlText },
  ];
}

/** What shops sell. The popular ones are on the landing page. */
export function CategoryListPage() {
  return (
    <DirectoryListPage
      title={m.categories_title()}
      isFeminine
      places={{ list: adminPaths.categories(), add: adminPaths.addCategory(), edit: adminPaths.category }}
      words={{
        add: m.categories_add(),
        search: m.categories_search(),
        none: m.categories_none(),
        activate: m.categories_activate_text(),
        deactivate: m.categories_deactivate_text(),
      }}
      columns={columns()}
      nameOf={({ text }) => text}
      query={categoryListQuery}
      setStatus={(id, status) =>
        call("put", "/api/v1/Categories/{id}/status/{status}", { path: { id, status } })
      }
      outdated={CATEGORIES}
    />
  );
}

import { call } from "@/api/client";
import { AddSheet } from "@/areas/admin/lists/AddSheet";
import { SheetForm } from "@/areas/admin/lists/SheetForm";
import { useListPlace } from "@/areas/admin/lists/useListPlace";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { CategoryFields } from "./CategoryFields";
import { CATEGORIES } from "./queries";
import { categorySchema, newCategory } from "./schema";

export function AddCategoryFormPage() {
  const { showList } = useListPlace(adminPaths.categories());
  return (
    <AddSheet title={m.categories_add()} onClose={showList}>
      <SheetForm
        schema={categorySchema()}
        values={newCategory}
        save={(body) => call("post", "/api/v1/Categories", { body })}
        saved={m.categories_created()}
        outdated={CATEGORIES}
        onClose={showList}
      >
        <CategoryFields />
      </SheetForm>
    </AddSheet>
  );
}

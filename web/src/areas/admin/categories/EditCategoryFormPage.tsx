import { useParams } from "react-router";
import { call } from "@/api/client";
import { EditSheet } from "@/areas/admin/lists/EditSheet";
import { SheetForm } from "@/areas/admin/lists/SheetForm";
import { useListPlace } from "@/areas/admin/lists/useListPlace";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { CategoryFields } from "./CategoryFields";
import { categoryQuery, CATEGORIES } from "./queries";
import { categorySchema, valuesOf } from "./schema";

export function EditCategoryFormPage() {
  const { id = "" } = useParams();
  const { showList } = useListPlace(adminPaths.categories());
  return (
    <EditSheet
      title={m.categories_edit()}
      query={categoryQuery(id)}
      nameOf={({ text }) => text}
      onClose={showList}
    >
      {(category) => (
        <SheetForm
          schema={categorySchema()}
          values={valuesOf(category)}
          save={(body) => call("put", "/api/v1/Categories/{id}", { path: { id }, body })}
          saved={m.categories_edited()}
          outdated={CATEGORIES}
          onClose={showList}
        >
          <CategoryFields />
        </SheetForm>
      )}
    </EditSheet>
  );
}

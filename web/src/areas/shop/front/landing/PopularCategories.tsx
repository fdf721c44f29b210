import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { popularCategoriesQuery } from "@/api/queries/onShow";
import { CategoryTilesPlaceholder } from "@/areas/shop/vendors/CategoryTilesPlaceholder";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const CategoryTiles = lazyPiece(
  async () => (await import("@/areas/shop/vendors/CategoryTiles")).CategoryTiles,
);

export function PopularCategories() {
  const categories = useQuery(popularCategoriesQuery());
  return (
    <section aria-labelledby="categories-title" className="section pt-0">
      <div className="page">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
          <h2 id="categories-title" className="text-section">
            {m.landing_categories_title()}
          </h2>
          <LinkButton to={paths.vendorList()}>{m.landing_categories_all()}</LinkButton>
        </div>
        {categories.isPending && <CategoryTilesPlaceholder />}
        {categories.data?.length === 0 && (
          <EmptyState
            isWide
            className="rounded-panel border-2 border-dashed border-line md:p-10"
            scene="moving-in"
            headingLevel="h3"
            title={m.landing_categories_empty()}
            action={<LinkButton to={paths.registerVendor()}>{m.landing_shops_join()}</LinkButton>}
          >
            {m.landing_categories_empty_text()}
          </EmptyState>
        )}
        {categories.data && categories.data.length > 0 && (
          <Suspense fallback={<CategoryTilesPlaceholder />}>
            <CategoryTiles categories={categories.data} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { popularCategoriesQuery } from "@/api/queries/onShow";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { CatalogueHead } from "@/features/catalogue/CatalogueHead";
import { RetryScene } from "@/shared/page/RetryScene";
import { Page } from "@/shared/page/Page";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { CategoryTiles } from "./CategoryTiles";
import { CategoryTilesPlaceholder } from "./CategoryTilesPlaceholder";

/** Start page of the shops, with popular categories and links to the complete lists. */
export function ShopPage() {
  const categories = useQuery(popularCategoriesQuery());
  return (
    <Page title={m.shop_title()} description={m.shop_description()}>
      <CatalogueHead
        title={brand.hasCharities ? m.shop_heading() : m.shop_short_heading()}
        lead={brand.hasCharities ? m.shop_lead() : m.shop_short_lead()}
      >
        <LinkButton to={paths.search()} size="large" className="mt-7 max-sm:px-4 max-sm:text-base">
          <Icon name="search" size={20} />
          {brand.hasCharities ? m.search_all() : m.search_shops()}
        </LinkButton>
      </CatalogueHead>
      <section aria-labelledby="popular-title" className="page py-10 md:py-14">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="popular-title" className="text-2xl">
            {m.shop_popular()}
          </h2>
          <LinkButton to={paths.vendorList()} variant="primary">
            {m.shop_view_all()}
          </LinkButton>
        </div>
        <div className="mt-7">
          {categories.isPending && <CategoryTilesPlaceholder />}
          {categories.isLoadingError && (
            <RetryScene error={categories.error} onRetry={() => void categories.refetch()} />
          )}
          {categories.data?.length === 0 && (
            <EmptyState scene="moving-in" headingLevel="h3" title={m.catalogue_no_data()}>
              {m.shop_no_categories()}
            </EmptyState>
          )}
          {categories.data && <CategoryTiles categories={categories.data} />}
        </div>
      </section>
    </Page>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { popularCategories } from "./queries";

export function PopularCategories() {
  const { data: categories } = useQuery(popularCategories());
  return (
    <section aria-labelledby="categories-title" className="section pt-0">
      <div className="page">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="categories-title" className="section-title">
            {m.landing_categories_title()}
          </h2>
          <LinkButton to={paths.vendorList()}>{m.landing_categories_all()}</LinkButton>
        </div>
        {categories.length > 0 ? (
          <ul className="mt-8 grid grid-cols-2 gap-4 md:grid-cols-4">
            {categories.map(({ id, name, logoUrl }) => (
              <li key={id}>
                <Link to={paths.vendorList(id)} className="logo-tile">
                  {logoUrl && (
                    <img src={logoUrl} alt="" width={200} height={150} loading="lazy" decoding="async" />
                  )}
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            isWide
            className="mt-8 rounded-panel border-2 border-dashed border-line md:p-10"
            scene="moving-in"
            headingLevel="h3"
            title={m.landing_categories_empty()}
            action={<LinkButton to={paths.registerVendor()}>{m.landing_shops_join()}</LinkButton>}
          >
            {m.landing_categories_empty_text()}
          </EmptyState>
        )}
      </div>
    </section>
  );
}

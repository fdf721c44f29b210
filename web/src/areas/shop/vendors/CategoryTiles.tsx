import { Link } from "react-router";
import type { components } from "@/api/schema";
import { inLanguage } from "@/lib/inLanguage";
import { paths } from "@/paths";
import { PicturePlate } from "@/features/catalogue/PicturePlate";
import { categoryTiles } from "./CategoryTilesPlaceholder";

type PublicCategory = components["schemas"]["PublicCategory"];

/** Tiles with picture and name of each category, linked to its shops. */
export function CategoryTiles({ categories }: { categories: readonly PublicCategory[] }) {
  return (
    <ul className={categoryTiles}>
      {categories.map(({ id, popularName, frenchText, logoPath }) => (
        <li key={id}>
          <Link
            to={paths.vendorList(id)}
            className="category-tile flex h-full flex-col bg-surface text-ink no-underline [transition:translate_200ms_var(--ease-out),rotate_200ms_var(--ease-out),box-shadow_200ms]"
          >
            <PicturePlate
              kind="category"
              name={inLanguage(popularName, frenchText)}
              logoPath={logoPath}
              sizes="(width < 768px) 45vw, 280px"
              className="w-full rounded-none"
            />
            <span className="category-name px-4 font-display text-md pt-3.5 pb-4 leading-tight font-[650]">
              {inLanguage(popularName, frenchText)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

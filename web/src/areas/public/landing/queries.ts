// What the landing page shows of the catalogue. The lists stay empty until the catalogue has its calls.
import { queryOptions } from "@tanstack/react-query";

/** A logo that leads to its page. */
export interface ShowcaseItem {
  id: string;
  legalName: string;
  displayName: string;
  logoUrl?: string | undefined;
}

export interface CategoryItem {
  id: string;
  name: string;
  logoUrl?: string | undefined;
}

/** Ninety at most, by legal name ascending: ten carousel pages of nine. */
export function causesOnShow() {
  return queryOptions({ queryKey: ["landing", "causes"], queryFn: noItems<ShowcaseItem>, initialData: [] });
}

export function shopsOnShow() {
  return queryOptions({ queryKey: ["landing", "shops"], queryFn: noItems<ShowcaseItem>, initialData: [] });
}

export function popularCategories() {
  return queryOptions({
    queryKey: ["landing", "categories"],
    queryFn: noItems<CategoryItem>,
    initialData: [],
  });
}

function noItems<Item>(): Item[] {
  return [];
}

// Parts that every page has: document title, description, and a heading that can take the focus.
import { createContext, use, useLayoutEffect, type ReactNode } from "react";
import { brand } from "@/brands/current";
import { m } from "@/i18n";

/** Name of an area, with which the titles of its pages begin. */
export const PageArea = createContext<string | undefined>(undefined);

interface PageProps {
  /** Title of the page; the document title adds the brand's name. */
  title: string;
  /** One sentence for search engines and shared links. */
  description?: string;
  children?: ReactNode;
}

/** Sets the document's title and description. React moves the elements into the head. */
export function Page({ title, description, children }: PageProps) {
  const area = use(PageArea);
  const name = m.common_title({ page: area ? `${area} - ${title}` : title, brand: brand.name });
  // The HTML from the server already has a title; an element rendered by React would be a second
  // one.
  useLayoutEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <>
      {import.meta.env.SSR && <title>{name}</title>}
      {description && <meta name="description" content={description} />}
      {children}
    </>
  );
}

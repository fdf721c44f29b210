// The anatomy of a page: what it is called, what it is about, and a heading that can take the focus.
import { createContext, use, useLayoutEffect, type ReactNode } from "react";
import { brand } from "@/brands/current";
import { m } from "@/i18n";

/** What the pages of an area begin their titles with. */
export const PageArea = createContext<string | undefined>(undefined);

interface PageProps {
  /** The page's own name; tab and announcer add the brand's. */
  title: string;
  /** One sentence for search engines and shared links. */
  description?: string;
  children?: ReactNode;
}

/** Names the document while the page is on the screen. React lifts the elements into the head. */
export function Page({ title, description, children }: PageProps) {
  const area = use(PageArea);
  const name = m.common_title({ page: area ? `${area} - ${title}` : title, brand: brand.name });
  // The HTML that comes from the server has a title already: an element of React's would be a second one.
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

import type { ReactNode } from "react";
import { PageHeading } from "@/shared/page/PageHeading";

interface CatalogueHeadProps {
  title: string;
  lead?: string | undefined;
  /** Search and filters. */
  children?: ReactNode;
}

/** Head of a list: title, introduction and filters. */
export function CatalogueHead({ title, lead, children }: CatalogueHeadProps) {
  return (
    <header className="catalogue-head relative isolate overflow-clip text-ink">
      <div className="page">
        <PageHeading className="text-section max-w-[12em]">{title}</PageHeading>
        {lead && <p className="mt-4 max-w-[52ch] text-lg">{lead}</p>}
        {children}
      </div>
    </header>
  );
}

import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { m } from "@/i18n";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";
import { NeighbourLinks } from "./NeighbourLinks";
import type { Neighbours } from "./listNavigation";

interface DetailHeadingProps {
  /** List that the record belongs to. */
  list: { label: string; to: To };
  title: string;
  /** State of the record. */
  chip?: ReactNode;
  neighbours?: Neighbours | undefined;
  /** Actions on the record. */
  children?: ReactNode;
}

/** Heading of a record's page, with links to its list and to the records before and after it. */
export function DetailHeading({ list, title, chip, neighbours, children }: DetailHeadingProps) {
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <nav aria-label={m.lists_breadcrumbs()}>
          <ol className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-ink-soft">
            <li>
              <Link to={list.to} className="shell-link -ml-1">
                {list.label}
              </Link>
            </li>
            <li aria-hidden="true">
              <Icon name="chevron-right" size={16} />
            </li>
            <li aria-current="page" className="wrap-anywhere">
              {title}
            </li>
          </ol>
        </nav>
        {neighbours && <NeighbourLinks {...neighbours} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <PageHeading className="[overflow-wrap:anywhere]">{title}</PageHeading>
        {chip}
        <span className="grow" />
        {children}
      </div>
    </header>
  );
}

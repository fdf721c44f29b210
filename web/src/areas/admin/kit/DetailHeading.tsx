import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { m } from "@/i18n";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";
import { NeighbourLinks } from "./NeighbourLinks";
import type { Neighbours } from "./place";

interface DetailHeadingProps {
  /** The list that it belongs to. */
  list: { label: string; to: To };
  title: string;
  /** Where it stands. */
  chip?: ReactNode;
  neighbours?: Neighbours | undefined;
  /** What can be done here. */
  children?: ReactNode;
}

/** What a page about one thing is about, and where it is among the others. */
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

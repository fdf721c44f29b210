import type { ReactNode } from "react";
import { Link } from "react-router";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";
import type { TenantsAbout } from "./about";

interface TenantHeadingProps {
  about: TenantsAbout;
  title: string;
  /** Where it stands. */
  chip?: ReactNode;
  children?: ReactNode;
}

/** The way back to the list, and what the page is about. */
export function TenantHeading({ about, title, chip, children }: TenantHeadingProps) {
  return (
    <header className="mb-6">
      <Link to={about.places.list} className="shell-link -ml-1">
        <Icon name="arrow-left" size={18} />
        {about.words.back()}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <PageHeading className="[overflow-wrap:anywhere]">{title}</PageHeading>
        {chip}
        <span className="grow" />
        {children}
      </div>
    </header>
  );
}

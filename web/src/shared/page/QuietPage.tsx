import type { ReactNode } from "react";
import { Page } from "./Page";
import { PageHeading } from "./PageHeading";

interface QuietPageProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** Page with a single panel, inside `QuietLayout`. */
export function QuietPage({ title, lead, children }: QuietPageProps) {
  return (
    <Page title={title}>
      <section className="w-full max-w-[480px] rounded-panel bg-surface p-6 shadow-raised sm:p-10">
        <PageHeading className="text-2xl">{title}</PageHeading>
        <p className="mt-2 text-ink-soft">{lead}</p>
        <div className="mt-8">{children}</div>
      </section>
    </Page>
  );
}

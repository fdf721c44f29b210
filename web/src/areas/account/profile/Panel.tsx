import type { ReactNode } from "react";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";

interface PanelPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** Page of the account area, with a heading and panels. */
export function PanelPage({ title, lead, children }: PanelPageProps) {
  return (
    <Page title={title}>
      <PageHeading className="text-2xl">{title}</PageHeading>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </Page>
  );
}

export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="rounded-panel border border-line bg-surface p-5 sm:p-8">
      {title && <h2 className="mb-2 text-lg">{title}</h2>}
      {children}
    </section>
  );
}

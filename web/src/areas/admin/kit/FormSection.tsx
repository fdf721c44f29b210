import "./form.css";
import { useId, type ReactNode } from "react";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Skeleton, SkeletonGroup } from "@/ui/Skeleton";

interface FormSectionProps {
  title: string;
  /** What these fields are for, and who gets to see them. */
  children: ReactNode;
  hint?: ReactNode;
}

/** A part of a long form: its name at the side, its fields on a sheet of their own. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="form-section">
      <div>
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {hint && <p className="mt-1 max-w-[44ch] text-sm text-ink-soft">{hint}</p>}
      </div>
      <div className="form-section-fields">{children}</div>
    </section>
  );
}

interface FactsProps {
  facts: readonly { term: string; text: ReactNode }[];
}

/** What is known and can't be changed here. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="tenant-facts form-section-wide">
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In the place of a long form that waits for what it is about. */
export function FormLoading({ title }: { title: string }) {
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      <SkeletonGroup className="mt-8 flex max-w-[1080px] flex-col gap-6">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
        <Skeleton className="h-40" />
      </SkeletonGroup>
    </Page>
  );
}

import { useId, type ReactNode, type Ref } from "react";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Skeleton, SkeletonGroup } from "@/ui/layout/Skeleton";

interface FormSectionProps {
  title: string;
  /** Purpose of the fields, and who can see them. */
  children: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A section of a long form: title at the side, fields in a panel. */
export function FormSection({ title, hint, ref, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <section
      ref={ref}
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-4 border-t border-line py-7 first-of-type:border-t-0 first-of-type:pt-2 @min-[860px]:grid-cols-[minmax(180px,260px)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {hint && <p className="mt-1 max-w-[44ch] text-sm text-ink-soft">{hint}</p>}
      </div>
      <div className="grid gap-5 content-start p-[clamp(16px,3vw,28px)] border border-line rounded-[min(20px,var(--corner-panel))] bg-surface sm:grid-cols-2">
        {children}
      </div>
    </section>
  );
}

interface FactsProps {
  facts: readonly { term: string; text: ReactNode }[];
}

/** Facts that can't be changed here. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-y-4 gap-x-6 [&_dt]:text-ink-soft [&_dt]:text-sm/normal [&_dd]:font-semibold [&_dd]:wrap-anywhere sm:col-span-full">
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Placeholder for a long form while its record loads. */
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

import { useId, type ReactNode } from "react";
import { cx } from "@/ui/cx";

interface HomePanelProps {
  title: string;
  lead?: string | undefined;
  /** Over the whole row where others share one. */
  isWide?: boolean;
  children: ReactNode;
}

/** One thing that a home tells, under a heading of its own. */
export function HomePanel({ title, lead, isWide = false, children }: HomePanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx("min-w-0 rounded-panel border border-line bg-surface p-5", isWide && "md:col-span-2")}
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {lead && <p className="mt-1 text-sm text-ink-soft">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

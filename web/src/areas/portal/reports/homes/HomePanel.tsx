import { useId, type ReactNode } from "react";
import { cx } from "@/ui/cx";

interface HomePanelProps {
  title: string;
  lead?: string | undefined;
  /** Whether the panel spans the full row. */
  isWide?: boolean;
  children: ReactNode;
}

/** A panel of a home page with a heading. */
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

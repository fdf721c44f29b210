import { Icon } from "@/ui/Icon";
import type { ReactNode } from "react";

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  /** Group name: opening one disclosure closes the others of its group. */
  name?: string | undefined;
  isOpenAtFirst?: boolean | undefined;
}

export function Disclosure({ summary, children, name, isOpenAtFirst }: DisclosureProps) {
  return (
    <details name={name} open={isOpenAtFirst} className="disclosure group border-b border-line">
      <summary className="flex min-h-14 items-center gap-4 py-3 font-semibold">
        <span className="grow">{summary}</span>
        <Icon name="plus" size={22} className="transition-[rotate] duration-200 group-open:rotate-45" />
      </summary>
      <div className="max-w-prose pb-5 text-ink-soft">{children}</div>
    </details>
  );
}

import { Chip } from "@/ui/list/Chip";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";

interface HeaderChipProps {
  icon: IconName;
  count: number;
  children: string;
}

/** Chip in the header. On a phone it shows an icon and a count; screen readers get the full text. */
export function HeaderChip({ icon, count, children }: HeaderChipProps) {
  return (
    <Chip tone="warning" className="max-sm:min-h-9 max-sm:gap-1.5 max-sm:px-2.5">
      <Icon name={icon} size={18} className="sm:hidden" />
      <span aria-hidden="true" className="tabular-nums sm:hidden">
        {count}
      </span>
      <span className="max-sm:sr-only">{children}</span>
    </Chip>
  );
}

import { Chip } from "@/ui/Chip";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";

interface HeaderChipProps {
  icon: IconName;
  count: number;
  children: string;
}

/** A chip beside the logo. A phone has room for a sign and the number only; the words are read out. */
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

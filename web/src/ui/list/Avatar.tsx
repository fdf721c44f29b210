import { cx } from "@/ui/cx";
import { Icon } from "@/ui/Icon";

interface AvatarProps {
  /** One to three letters; empty if the name is unknown. */
  text: string;
  className?: string | undefined;
}

/** A person's initials in a circle. The name is shown beside it, so screen readers skip it. */
export function Avatar({ text, className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-grid size-11 flex-none place-items-center rounded-full bg-brand text-sm font-bold tracking-wide text-brand-ink uppercase",
        className,
      )}
    >
      {text || <Icon name="circle-user" size={22} />}
    </span>
  );
}

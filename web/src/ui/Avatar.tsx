import { cx } from "./cx";
import { Icon } from "./Icon";

interface AvatarProps {
  /** One to three letters; none of somebody whose name nobody knows. */
  text: string;
  className?: string | undefined;
}

/** The letters of a person in a coin. The name stands beside it, so the letters are not read out. */
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

import { cx } from "./cx";
import type { IconName } from "./iconNames";
import sprite from "./icons.svg?url";

interface IconProps {
  name: IconName;
  /** Size in pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

/** An icon in the colour of the text. It accompanies a text, so screen readers skip it. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={cx("icon", className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

import type { SceneName } from "@/brands/brand";
import { brand } from "@/brands/current";
import { cx } from "@/ui/cx";

interface SceneProps {
  name: SceneName;
  className?: string | undefined;
}

/** An illustration of the brand, drawn from its file in the theme's colours. */
export function Scene({ name, className }: SceneProps) {
  return (
    <svg viewBox="0 0 320 220" aria-hidden="true" className={cx("scene", className)}>
      <use href={`${brand.art.scenes}#${name}`} />
    </svg>
  );
}

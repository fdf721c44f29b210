import { Link } from "react-router";
import { Carousel } from "@/ui/Carousel";
import type { ShowcaseItem } from "./queries";

interface LogoCarouselProps {
  label: string;
  items: readonly ShowcaseItem[];
  pathOf: (id: string) => string;
}

/** Logos on white tiles; whoever has none is there by name. */
export function LogoCarousel({ label, items, pathOf }: LogoCarouselProps) {
  return (
    <Carousel label={label} items={items} itemKey={({ id }) => id}>
      {({ id, displayName, logoUrl }) => (
        <Link to={pathOf(id)} className="logo-tile">
          {logoUrl ? (
            <img src={logoUrl} alt={displayName} width={200} height={150} loading="lazy" decoding="async" />
          ) : (
            displayName
          )}
        </Link>
      )}
    </Carousel>
  );
}

import { Link } from "react-router";
import { pictureSources, pictureUrl, type PictureKind } from "@/lib/pictures";
import { Figures } from "@/features/catalogue/Figures";
import { Carousel } from "@/ui/list/Carousel";

export interface ShownLogo {
  id: string;
  displayName: string;
  logoPath: string | null;
}

export interface LogoCarouselProps {
  label: string;
  kind: PictureKind;
  items: readonly ShownLogo[];
  pathOf: (id: string) => string;
}

/** Carousel of logos with names on white tiles. Without a logo, the tile shows only the name. */
export function LogoCarousel({ label, kind, items, pathOf }: LogoCarouselProps) {
  return (
    <>
      <Carousel label={label} items={items} itemKey={({ id }) => id}>
        {({ id, displayName, logoPath }) => (
          <Link
            to={pathOf(id)}
            className="grid aspect-square min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center gap-1 rounded-card bg-[#fff] px-1 py-2.5 text-center sm:px-2.5 font-[650] text-[#1d2b2a] no-underline shadow-rest [transition:translate_200ms_var(--ease-out),box-shadow_200ms] hover:translate-y-[-3px] hover:shadow-raised md:aspect-[4/3] lg:aspect-[8/5] [&>img]:size-full [&>img]:object-contain"
          >
            {logoPath ? (
              <>
                <img
                  src={pictureUrl(kind, logoPath, 192)}
                  srcSet={pictureSources(kind, logoPath)}
                  sizes="(width < 768px) 28vw, 170px"
                  alt=""
                  width={192}
                  height={192}
                  loading="lazy"
                  decoding="async"
                />
                <span className="line-clamp-2 max-w-full text-xs leading-tight text-balance">
                  {displayName}
                </span>
              </>
            ) : (
              <span className="line-clamp-3 wrap-anywhere">{displayName}</span>
            )}
          </Link>
        )}
      </Carousel>
      <Figures which={kind === "vendor" ? ["shops"] : ["causes", "raised"]} className="mt-4" />
    </>
  );
}

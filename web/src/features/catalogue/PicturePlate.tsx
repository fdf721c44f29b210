import { useState, type CSSProperties } from "react";
import { pictureSources, pictureUrl, type PictureKind } from "@/lib/pictures";
import { cardHue } from "@/features/card/cardHue";
import { monogram } from "@/features/card/monogram";
import { cx } from "@/ui/cx";

interface PicturePlateProps {
  kind: PictureKind;
  name: string;
  logoPath: string | null | undefined;
  /** Hue of the picture, which tints the plate until the picture has loaded. */
  hue?: number | null | undefined;
  /** The `sizes` attribute, from which the browser chooses a file: "88px", "(width < 577px) 45vw, 260px". */
  sizes: string;
  /** Whether the name is next to the picture, so that screen readers can skip it. */
  isDecorative?: boolean | undefined;
  className?: string | undefined;
}

type PlateVariables = CSSProperties & Record<`--plate-${string}`, string | number>;

/** Logo on a white plate, or the initials on paper in the shop's or cause's own colour. */
export function PicturePlate({
  kind,
  name,
  logoPath,
  hue,
  sizes,
  isDecorative = true,
  className,
}: PicturePlateProps) {
  const [isHere, setIsHere] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const colours: PlateVariables = { "--plate-hue": cardHue(name, hue) };
  const hasPicture = Boolean(logoPath) && !isBroken;
  return (
    <span className={cx("picture-plate", isHere && "bg-[#fff]", className)} style={colours}>
      {hasPicture && logoPath ? (
        <img
          src={pictureUrl(kind, logoPath, 192)}
          srcSet={pictureSources(kind, logoPath)}
          sizes={sizes}
          width={192}
          height={192}
          alt={isDecorative ? "" : name}
          loading="lazy"
          decoding="async"
          // Logos get a white margin, whatever their shape; photographs fill the plate, without bars beside a wide one.
          className={cx(
            "[transition:opacity_250ms]",
            isHere ? "opacity-100" : "opacity-0",
            kind === "vendor" || kind === "charity" ? "size-[84%] object-contain" : "size-full object-cover",
          )}
          onLoad={() => setIsHere(true)}
          onError={() => setIsBroken(true)}
        />
      ) : (
        <>
          <span aria-hidden="true" className="text-[38cqi]">
            {monogram(name)}
          </span>
          {!isDecorative && <span className="sr-only">{name}</span>}
        </>
      )}
    </span>
  );
}

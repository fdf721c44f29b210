import { useState, type CSSProperties } from "react";
import { pictureSources, pictureUrl, type PictureKind } from "@/lib/pictures";
import { cardHue } from "@/features/card/cardHue";
import { monogram } from "@/features/card/monogram";
import { cx } from "@/ui/cx";

interface PicturePlateProps {
  kind: PictureKind;
  name: string;
  logoPath: string | null | undefined;
  /** Of the picture: the plate has a breath of it before the picture is there. */
  hue?: number | null | undefined;
  /** How wide it is drawn, for the browser's choice of file: "88px", "(width < 577px) 45vw, 260px". */
  sizes: string;
  /** Where the name stands beside it, it need not be read out twice. */
  isDecorative?: boolean | undefined;
  className?: string | undefined;
}

type PlateVariables = CSSProperties & Record<`--plate-${string}`, string | number>;

/** A logo on its white plate. Whoever has none is there with the letters of their name, on paper of their own colour. */
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
          // Logos have a margin of white, whatever their shape; photographs fill the plate.
          className={cx(
            "object-contain [transition:opacity_250ms]",
            isHere ? "opacity-100" : "opacity-0",
            kind === "vendor" || kind === "charity" ? "size-[84%]" : "size-full",
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

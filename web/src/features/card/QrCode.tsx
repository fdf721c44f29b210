import { encode } from "uqr";
import { m } from "@/i18n";
import { modulesPath } from "./modulesPath";

interface QrCodeProps {
  /** What a scanner reads. */
  content: string;
  /** What it is the code of, where it isn't a card's. */
  label?: string | undefined;
  className?: string | undefined;
}

const QUIET_ZONE = 3;

/** Always dark on white, whatever the theme: scanners expect it. */
export function QrCode({ content, label = m.kit_card_code_alt(), className }: QrCodeProps) {
  const { data, size } = encode(content, { ecc: "M", border: QUIET_ZONE });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={className}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={modulesPath(data)} fill="#000" />
    </svg>
  );
}

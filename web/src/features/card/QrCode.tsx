import { encode } from "uqr";
import { m } from "@/i18n";
import { modulesPath } from "./modulesPath";

interface QrCodeProps {
  /** Text in the QR code. */
  content: string;
  /** Alternative text, if it is not a card's code. */
  label?: string | undefined;
  className?: string | undefined;
}

const QUIET_ZONE = 3;

/** QR code, dark on white in both themes, as scanners expect. */
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

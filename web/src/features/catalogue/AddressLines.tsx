import type { PostalAddress } from "@/api/queries/shopWindow";
import { unbrokenPostalCode } from "@/lib/postalCode";
import { provinceName } from "@/lib/provinces";
import { cx } from "@/ui/cx";

interface AddressLinesProps {
  address: PostalAddress;
  className?: string | undefined;
}

/** Postal address, formatted as on an envelope. */
export function AddressLines({ address, className }: AddressLinesProps) {
  const { addressLine1, addressLine2, city, province, postalCode } = address;
  const place = [city, provinceName(province)].filter(Boolean).join(", ");
  const town = [place, postalCode && unbrokenPostalCode(postalCode)].filter(Boolean).join(" ");
  return (
    <address className={cx("not-italic", className)}>
      {[addressLine1, addressLine2, town].filter(Boolean).map((line, position) => (
        <span key={position} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}

import type { PublicVendor } from "@/api/queries/shopWindow";
import { inLanguage } from "@/lib/inLanguage";
import { shownPhone } from "@/lib/phone";
import { Icon } from "@/ui/Icon";

interface PhoneAndHoursProps {
  of: Partial<Pick<PublicVendor, "phone" | "openingHours" | "frenchOpeningHours">>;
}

/** Phone number and opening hours of a shop or cause, for a grid with a column of icons. */
export function PhoneAndHours({
  of: { phone, openingHours = null, frenchOpeningHours = null },
}: PhoneAndHoursProps) {
  const hours = inLanguage(openingHours, frenchOpeningHours);
  return (
    <>
      {phone && (
        <>
          <Icon name="phone" size={20} />
          <a
            href={`tel:${phone}`}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-3"
          >
            {shownPhone(phone)}
          </a>
        </>
      )}
      {hours && (
        <>
          <Icon name="calendar" size={20} />
          <p className="whitespace-pre-line">{hours}</p>
        </>
      )}
    </>
  );
}

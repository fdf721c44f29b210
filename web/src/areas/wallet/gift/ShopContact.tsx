import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { vendorQuery } from "@/api/queries/shopWindow";
import { PhoneAndHours } from "@/features/catalogue/PhoneAndHours";

interface ShopContactProps {
  vendorId: string;
  placeholder: ReactNode;
}

/** Phone number and opening hours of the gift's shop. A shop that stopped selling has no public page, so nothing is shown. */
export function ShopContact({ vendorId, placeholder }: ShopContactProps) {
  const { data: vendor, isLoading } = useQuery(vendorQuery(vendorId));
  if (isLoading) return placeholder;
  if (!vendor) return null;
  return (
    <div className="mt-1 grid grid-cols-[20px_minmax(0,1fr)] items-center gap-x-2 gap-y-3 [&_a]:-my-2.5 [&>.icon]:mt-0.5 [&>.icon]:self-start [&>.icon]:text-brand print:hidden">
      <PhoneAndHours of={vendor} />
    </div>
  );
}

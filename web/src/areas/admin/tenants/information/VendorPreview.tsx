import type { UseFormReturn } from "react-hook-form";
import type { Vendor } from "@/areas/admin/tenants/vendors/vendors";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { cardShop } from "@/features/catalogue/cardShop";
import { GiftCard } from "@/features/card/GiftCard";
import { PICTURE_ON_ITS_WAY } from "@/shared/form/richRules";
import { PagePreview } from "./PagePreview";
import type { VendorInformation } from "./schema";

interface VendorPreviewProps {
  vendor: Vendor;
  form: UseFormReturn<VendorInformation>;
}

/** A vendor's page with what stands in the form at that moment: nobody writes in it while a dialog is open. */
export function VendorPreview({ vendor, form }: VendorPreviewProps) {
  const values = form.getValues();
  const amounts = amountsOf(values.cardAmount);
  const isLogoNew = values.logoPath !== (vendor.logoPath ?? "");
  const logoPath = values.logoPath === "" || values.logoPath === PICTURE_ON_ITS_WAY ? null : values.logoPath;
  // The colour comes from the logo when it is saved.
  const shop = cardShop({ ...vendor, logoPath });
  return (
    <PagePreview kind="vendor" name={vendor.displayName} {...values}>
      <h4 className="mt-6 mb-3 font-semibold">{m.tenants_preview_amounts()}</h4>
      {amounts.length === 0 ? (
        <p className="text-ink-soft">{m.tenants_preview_no_amounts()}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-4">
          {amounts.map((amount) => (
            <li key={amount}>
              <GiftCard shop={shop} amount={amount} size="small" />
            </li>
          ))}
        </ul>
      )}
      {isLogoNew && amounts.length > 0 && (
        <p className="mt-3 text-sm text-ink-soft">{m.tenants_preview_colour()}</p>
      )}
    </PagePreview>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { categoriesQuery } from "@/api/queries/choices";
import type { Vendor } from "@/areas/portal/tenants/vendors/vendors";
import { brand } from "@/brands/current";
import { GiftCard } from "@/features/card/GiftCard";
import { cardShop } from "@/features/catalogue/cardShop";
import { VendorSide } from "@/features/catalogue/VendorSide";
import { m } from "@/i18n";
import { amountsOf, customAmountsOf } from "@/lib/cardAmounts";
import { choicesInLanguage } from "@/lib/inLanguage";
import { PICTURE_ON_ITS_WAY } from "@/shared/form/richRules";
import { hueOfLogo } from "./dominantHue";
import type { VendorInformation } from "./schema";

interface VendorPreviewProps {
  vendor: Vendor;
  form: UseFormReturn<VendorInformation>;
}

/** Returns the key of an uploaded picture; null during an upload. */
function shownPicture(path: string): string | null {
  return path === "" || path === PICTURE_ON_ITS_WAY ? null : path;
}

/** Returns the values with null in place of empty texts, as a public page has them. */
function withoutBlanks(values: VendorInformation) {
  const entries = Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]);
  return Object.fromEntries(entries) as {
    [Name in keyof VendorInformation]: VendorInformation[Name] extends string
      ? string | null
      : VendorInformation[Name];
  };
}

/**
 * Preview of a vendor's page with the form's current values, read once because the open dialog
 * covers the form.
 */
export function VendorPreview({ vendor, form }: VendorPreviewProps) {
  const values = form.getValues();
  const { data: categories = [] } = useQuery({ ...categoriesQuery(), select: choicesInLanguage });
  const category = categories.find(({ value }) => value === vendor.categoryId)?.text ?? null;
  const amounts = amountsOf(values.cardAmount);
  const custom = customAmountsOf(values.customAmount);
  const isLogoNew = values.logoPath !== (vendor.logoPath ?? "");
  const logoPath = shownPicture(values.logoPath);
  // The server derives the colour from the logo when it is saved.
  const { data: newHue } = useQuery({
    queryKey: ["hue of a logo", logoPath],
    queryFn: () => hueOfLogo(logoPath ?? ""),
    enabled: isLogoNew && logoPath !== null,
    staleTime: Infinity,
    retry: false,
  });
  const hue = newHue === undefined ? vendor.hue : newHue;
  const shop = cardShop({ ...vendor, logoPath, hue });
  const kinds = brand.hasCharities ? [m.shop_charity_card(), m.shop_local_card()] : [m.shop_choose_amount()];
  return (
    <div className="grid gap-6 rounded-panel border border-line bg-ground p-[clamp(12px,3vw,28px)] md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <VendorSide
        vendor={{
          ...withoutBlanks(values),
          displayName: vendor.displayName,
          hue,
          logoPath,
          value: category,
          frenchValue: null,
          charityRate: Number(values.charityRate),
          photoPath: shownPicture(values.photoPath),
        }}
      />
      <div className="min-w-0">
        {amounts.length === 0 ? (
          <p className="text-ink-soft">{m.tenants_preview_no_amounts()}</p>
        ) : (
          kinds.map((kind) => (
            <section key={kind} className="mb-6">
              <h4 className="mb-3 font-semibold">{kind}</h4>
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-4">
                {amounts.map((amount) => (
                  <li key={amount}>
                    <GiftCard shop={shop} amount={amount} size="small" />
                  </li>
                ))}
                {custom && (
                  <li>
                    <GiftCard shop={shop} amount={[custom.from, custom.to]} size="small" />
                    <span className="mt-2 block text-sm font-semibold">{m.shop_other_amount()}</span>
                  </li>
                )}
              </ul>
            </section>
          ))
        )}
        {isLogoNew && newHue === undefined && amounts.length > 0 && (
          <p className="text-sm text-ink-soft">{m.tenants_preview_colour()}</p>
        )}
      </div>
    </div>
  );
}

import { useLocation, useNavigate } from "react-router";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { AddressLines } from "@/features/catalogue/AddressLines";
import { PicturePlate } from "@/features/catalogue/PicturePlate";
import { backLinkClass } from "@/shared/page/BackLink";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";

/** Header of a purchase page: the shop, and a button back to the previous page. */
export function PurchaseHeader({ vendor }: { vendor: PublicVendor }) {
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === "default";
  const { displayName, logoPath, hue, address } = vendor;
  const goBack = () => void (isFirstPage ? navigate(paths.vendor(vendor.id)) : navigate(-1));
  return (
    <header className="flex items-center gap-x-3 gap-y-1 sm:flex-wrap">
      <button
        type="button"
        className={`${backLinkClass} max-sm:-mr-3 max-sm:w-11 sm:w-full`}
        onClick={goBack}
      >
        <Icon name="arrow-left" size={20} />
        {/* On a phone everything is in one row, and the arrow has no visible label. */}
        <span className="sr-only sm:not-sr-only">{m.purchase_back()}</span>
      </button>
      <PicturePlate
        kind="vendor"
        name={displayName}
        logoPath={logoPath}
        hue={hue}
        sizes="64px"
        className="w-12 flex-none sm:w-16"
      />
      <div className="min-w-0">
        <PageHeading className="text-lg leading-tight wrap-anywhere sm:text-2xl">{displayName}</PageHeading>
        <AddressLines
          address={address}
          className="text-xs text-ink-soft sm:mt-1 sm:text-sm max-sm:[&_span:not(:last-child)]:after:content-[',_']"
        />
      </div>
    </header>
  );
}

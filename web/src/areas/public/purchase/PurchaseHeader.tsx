import { useLocation, useNavigate } from "react-router";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { AddressLines } from "@/shared/catalogue/AddressLines";
import { PicturePlate } from "@/shared/catalogue/PicturePlate";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";

/** Whose card it is, and the way back to where one came from. */
export function PurchaseHeader({ vendor }: { vendor: PublicVendor }) {
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === "default";
  const { displayName, logoPath, hue, address } = vendor;
  const goBack = () => void (isFirstPage ? navigate(paths.vendor(vendor.id)) : navigate(-1));
  return (
    <header className="purchase-header">
      <button type="button" className="back-link" onClick={goBack}>
        <Icon name="arrow-left" size={20} />
        {m.purchase_back()}
      </button>
      <div className="mt-3 flex items-center gap-4">
        <PicturePlate
          kind="vendor"
          name={displayName}
          logoPath={logoPath}
          hue={hue}
          sizes="88px"
          className="w-22"
        />
        <div className="min-w-0">
          <PageHeading className="text-2xl wrap-anywhere">{displayName}</PageHeading>
          <AddressLines address={address} className="mt-1 text-sm text-ink-soft" />
        </div>
      </div>
    </header>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { vendorQuery, type PublicVendor } from "@/api/queries/shopWindow";
import { paths } from "@/paths";
import { amountsOf } from "@/shared/catalogue/amounts";
import { DetailPlaceholder } from "@/shared/catalogue/DetailPlaceholder";
import { WhenLoaded } from "@/shared/catalogue/WhenLoaded";
import { PurchasePage } from "./PurchasePage";

/** Where a card is bought that supports no cause. */
export function LocalCardFormPage() {
  const { vendorId = "" } = useParams();
  const vendor = useQuery(vendorQuery(vendorId));
  return (
    <WhenLoaded query={vendor} placeholder={<DetailPlaceholder />} otherwise={paths.vendorList()}>
      {(found) => <OfVendor vendor={found} />}
    </WhenLoaded>
  );
}

/** An amount that the shop doesn't sell leads back to those that it does. */
function OfVendor({ vendor }: { vendor: PublicVendor }) {
  const { amount = "" } = useParams();
  const chosen = amountsOf(vendor.amount).find((one) => String(one) === amount);
  if (chosen === undefined) return <Navigate to={paths.vendor(vendor.id)} replace />;
  return <PurchasePage key={chosen} vendor={vendor} amount={chosen} />;
}

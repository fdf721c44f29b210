import { Navigate, useParams } from "react-router";
import { vendorQuery } from "@/api/queries/shopWindow";
import { paths } from "@/paths";
import { amountsOf } from "@/lib/cardAmounts";
import { useLoaded } from "@/shared/page/useLoaded";
import { PurchasePage } from "./PurchasePage";

/** Where a card is bought that supports no cause. An amount that the shop doesn't sell leads back to those that it does. */
export function LocalCardFormPage() {
  const { vendorId = "", amount = "" } = useParams();
  const vendor = useLoaded(vendorQuery(vendorId));
  const chosen = amountsOf(vendor.amount).find((one) => String(one) === amount);
  if (chosen === undefined) return <Navigate to={paths.vendor(vendor.id)} replace />;
  return <PurchasePage key={chosen} vendor={vendor} amount={chosen} />;
}

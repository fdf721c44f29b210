import { Navigate, useParams } from "react-router";
import { vendorQuery } from "@/api/queries/shopWindow";
import { OTHER_AMOUNT, paths } from "@/paths";
import { customAmountsOf, isSold } from "@/lib/cardAmounts";
import { useLoaded } from "@/shared/page/useLoaded";
import { PurchasePage } from "./PurchasePage";

/** Page to buy a card without a cause. An amount that the shop doesn't sell redirects to the shop's page. */
export function LocalCardFormPage() {
  const { vendorId = "", amount = "" } = useParams();
  const vendor = useLoaded(vendorQuery(vendorId));
  const chosen = isSold(Number(amount), vendor) ? Number(amount) : undefined;
  const isOpen = amount === OTHER_AMOUNT && customAmountsOf(vendor.customAmount) !== undefined;
  if (chosen === undefined && !isOpen) return <Navigate to={paths.vendor(vendor.id)} replace />;
  return <PurchasePage key={amount} vendor={vendor} amount={chosen} />;
}

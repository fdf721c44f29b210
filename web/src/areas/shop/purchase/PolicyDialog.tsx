import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";

/** Dialog with a short summary of the card terms. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const promises = [
    m.purchase_policy_currency(),
    m.purchase_policy_expiry(),
    m.purchase_policy_fees(),
    m.purchase_policy_delivery(),
    m.purchase_policy_redeem(),
    m.purchase_policy_refund(),
  ];
  return (
    <Dialog isOpen onClose={onClose} title={m.purchase_policy()}>
      <ul className="grid gap-3">
        {promises.map((promise) => (
          <li key={promise} className="flex gap-3">
            <Icon name="circle-check" size={22} className="mt-0.5 text-success" />
            {promise}
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <Link to={paths.refundPolicy()} target="_blank">
          {m.purchase_policy_refund_link()}
        </Link>
        {" · "}
        <Link to={paths.shippingPolicy()} target="_blank">
          {m.purchase_policy_shipping_link()}
        </Link>
      </p>
    </Dialog>
  );
}

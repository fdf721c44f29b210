import { Link, useParams } from "react-router";
import { useOrigin, type HelpdeskOrigin } from "@/areas/admin/helpdesk/origin";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { CardDesk } from "@/shared/counter/CardDesk";
import { Fact } from "@/ui/Fact";

/** A card of one's own shop, or of the vendor that an administrator looks at. */
export function VendorCardPage() {
  const { id = "", vid } = useParams();
  const origin = useOrigin();
  return (
    <CardDesk
      key={id}
      id={id}
      listPlace={paths.admin.vendorArea(vid).cards()}
      leadsBack={origin === undefined}
      moreFacts={origin?.orderId && <OrderFact orderId={origin.orderId} origin={origin} />}
    />
  );
}

function OrderFact({ orderId, origin }: { orderId: string; origin: HelpdeskOrigin }) {
  return (
    <Fact term={m.helpdesk_order()} isLong>
      <Link to={paths.admin.order(orderId)} state={{ helpdesk: origin }}>
        {m.helpdesk_see_order()}
      </Link>
    </Fact>
  );
}

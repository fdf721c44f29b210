import { useParams } from "react-router";
import { paths } from "@/paths";
import { CardDesk } from "@/shared/counter/CardDesk";

/** A card of one's own shop, or of the vendor that an administrator looks at. */
export function VendorCardPage() {
  const { id = "", vid } = useParams();
  return <CardDesk key={id} id={id} listPlace={paths.admin.vendorArea(vid).cards()} />;
}
